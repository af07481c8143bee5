import { h } from 'preact';
import { NOTHING, price } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { Explained } from '../../view/explain.js';
import { ask, jointReading, type RowOf, useRead } from '../../view/read.js';
import { ReadingView } from '../../view/states.js';
import type { OfCompany } from './of-company.js';

type Action = RowOf<'/trading/actions'>;
type Adjustment = RowOf<'/adjustments'>;

/** An action, and its effect on earlier prices; events of other kinds have none. */
interface ActionRow {
  action: Action;
  effect: Adjustment | undefined;
}

/** Corporate actions and events, upcoming ones included, with their effect on adjusted prices. */
export function Actions({ detail: { ticker } }: OfCompany) {
  const words = text.value.company.actions;
  const actions = useRead(ask('/trading/actions', { ticker, limit: 500 }));
  const effects = useRead(ask('/adjustments', { ticker, limit: 500 }));
  return (
    <Card title={words.title}>
      {/* Factors that are unknown and those that are not read look the same. */}
      <ReadingView of={jointReading(actions, effects)} empty={words.empty}>
        {({ data }) => (
          <DataTable
            label={words.title}
            rows={data.map((action) => ({
              action,
              effect: effects.body?.data.find(
                ({ ex_date: date, type }) => date === action.ex_date && type === action.type,
              ),
            }))}
            keyOf={({ action }) => `${action.ex_date} ${action.type}`}
            columns={columns()}
          />
        )}
      </ReadingView>
    </Card>
  );
}

function columns(): readonly TableColumn<ActionRow>[] {
  const words = text.value.company.actions;
  return [
    { heading: words.exDate, cell: ({ action }) => action.ex_date },
    { heading: words.type, cell: ({ action }) => text.value.common.actions[action.type] },
    { heading: words.terms, cell: ({ action }) => termsOf(action), wrap: true },
    { heading: words.factor, cell: (row) => <Factor row={row} />, numeric: true },
    {
      heading: words.cumulative,
      cell: ({ effect }) => factor(effect?.cumulative_factor),
      numeric: true,
      wideOnly: true,
    },
    {
      heading: words.reference,
      cell: ({ effect }) =>
        effect === undefined || effect.reference_before === null
          ? NOTHING
          : `${price(effect.reference_before)} → ${price(effect.reference_after)}`,
      numeric: true,
      wideOnly: true,
    },
    { heading: words.payment, cell: ({ action }) => action.payment_date ?? NOTHING, wideOnly: true },
    { heading: words.note, cell: ({ action }) => action.note ?? NOTHING, wideOnly: true, wrap: true },
  ];
}

function Factor({ row: { action, effect } }: { row: ActionRow }) {
  const words = text.value.company.actions;
  if (effect === undefined) return <span>{NOTHING}</span>;
  const factorText = factor(effect.factor);
  return (
    <Explained
      by={{
        title: `${words.factor}, ${text.value.common.actions[action.type]}`,
        value: factorText,
        meaning: effect.reason ?? words.factorMeaning,
        formula: words.factorFormula,
        inputs: [
          [words.before, price(effect.reference_before)],
          [words.after, price(effect.reference_after)],
          [words.terms, termsOf(action)],
          [words.cumulative, factor(effect.cumulative_factor)],
        ],
        date: action.ex_date,
        source: `GET /adjustments?ticker=${action.ticker}`,
      }}
    >
      {factorText}
    </Explained>
  );
}

function termsOf(action: Action): string {
  const words = text.value.company.actions;
  const { cash_dividend: cash, share_ratio: shares, rights_ratio: rights, rights_price: paid } = action;
  const terms = [
    cash !== null && words.cash(price(cash)),
    shares !== null && words.shares(String(shares)),
    rights !== null && words.rights(String(rights), price(paid)),
  ].filter((term) => term !== false);
  return terms.length === 0 ? NOTHING : terms.join(', ');
}

const factor = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOTHING : value.toFixed(4);
