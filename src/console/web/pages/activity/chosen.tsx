import { h } from 'preact';
import { addressOf } from '../../router.js';

/** Maximum webhooks or sources listed. */
export const MOST = 1_000;

/** Of a list the one that the address names, so that what belongs to it is not far below the others; all if it names none. */
export function chosenOf<Row>(rows: readonly Row[], isChosen: (row: Row) => boolean): readonly Row[] {
  const choice = rows.filter(isChosen);
  return choice.length === 0 ? rows : choice;
}

/** Leads back to the whole list. */
export function AllOf({ part, label }: { part: 'webhooks' | 'sources'; label: string }) {
  return (
    <a class="button" href={addressOf('activity', [part])}>
      {label}
    </a>
  );
}
