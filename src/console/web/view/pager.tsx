import { Fragment, h } from 'preact';

/** The cursor of the page that a `meta.next` leads to; null on the last one. */
export const cursorOf = (next: string | null): string | null =>
  next === null ? null : new URLSearchParams(next.split('?')[1]).get('cursor');

/** Buttons for the first and the next page of a list; nothing if there is only one page. */
export function Pager({
  next,
  cursor,
  labels,
  onTurn,
}: {
  /** `meta.next` of the list */
  next: string | null;
  /** cursor of this page; null or empty on the first */
  cursor: string | null;
  labels: { first: string; next: string };
  /** gets the cursor of the page to show; null for the first */
  onTurn(cursor: string | null): void;
}) {
  const after = cursorOf(next);
  const isFirst = cursor === null || cursor === '';
  if (isFirst && after === null) return <Fragment />;
  return (
    <div class="more">
      {!isFirst && (
        <button type="button" class="button" onClick={() => onTurn(null)}>
          {labels.first}
        </button>
      )}
      {after !== null && (
        <button type="button" class="button" onClick={() => onTurn(after)}>
          {labels.next}
        </button>
      )}
    </div>
  );
}
