import { h } from 'preact';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { route } from '../../view/route.js';
import { Tabs } from '../../view/tabs.js';
import { Calendar } from './calendar.js';
import { Indicators } from './indicators.js';
import { Accounts, AssetClasses, Countries, Currencies, Industries, Markets } from './lists.js';

const PARTS = {
  countries: Countries,
  currencies: Currencies,
  markets: Markets,
  calendar: Calendar,
  accounts: Accounts,
  industries: Industries,
  assets: AssetClasses,
  indicators: Indicators,
} as const;
const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];

/** The page: the part named by the address. */
export function ReferencePage() {
  const words = text.value.reference;
  const part = NAMES.find((name) => name === route.value.path[0]) ?? 'countries';
  const Part = PARTS[part];
  return (
    <div class="stack">
      <header class="page-head">
        <h1>{words.title}</h1>
      </header>
      <Tabs
        label={words.parts}
        tabs={NAMES.map((id) => ({ id, label: words.tabs[id], href: addressOf('reference', [id]) }))}
        currentId={part}
      />
      <Part key={part} />
    </div>
  );
}
