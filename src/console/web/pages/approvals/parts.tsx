import { h } from 'preact';
import { nameOf, permits } from '../../rights.js';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { useSession } from '../../view/session.js';
import { Tabs } from '../../view/tabs.js';

/** Parts of the page, with the permission for each. */
const PARTS = {
  quotes: 'market-data:read',
  proposals: 'market-data:read',
  imports: 'market-data:read',
  held: 'quarantine:decide',
} as const;
export type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Part[];

/** The part that an address names. */
export function partOf(path: readonly string[]): Part {
  return NAMES.find((part) => part === path[0]) ?? 'quotes';
}

/** Links to the parts of the page that the caller may see. */
export function Parts({ current }: { current: Part }) {
  const words = text.value.decisions;
  const session = useSession();
  return (
    <Tabs
      label={words.parts}
      tabs={NAMES.filter((part) => permits(session, PARTS[part])).map((id) => ({
        id,
        label: words.tabs[id],
        href: addressOf('approvals', id === 'quotes' ? [] : [id]),
      }))}
      currentId={current}
    />
  );
}

/** Why a part is not shown; null if it is. */
export function refusalOf(part: Part, session: Parameters<typeof permits>[0]): string | null {
  if (permits(session, PARTS[part])) return null;
  return text.value.decisions.needs(PARTS[part], nameOf(session));
}
