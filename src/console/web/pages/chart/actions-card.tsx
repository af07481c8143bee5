import { h } from 'preact';
import { NOTHING, price } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import type { Reading } from '../../view/read.js';
import { ReadingView } from '../../view/states.js';
import { type Action, kindOf, nameOf, termsOf } from './actions.js';

/** The corporate actions of a ticker as a table. */
export function ActionsCard({ ticker, of }: { ticker: string; of: Reading<readonly Action[]> }) {
  const words = text.value.chart.actions;
  return (
    <Card title={words.title}>
      <ReadingView
        of={of}
        empty={words.none}
        isEmpty={(actions) => actions.length === 0}
        lead={<p>{words.noneOf(ticker)}</p>}
      >
        {(actions) => (
          <DataTable
            label={words.of(ticker)}
            columns={columns()}
            rows={actions}
            keyOf={({ ex_date: date, type }, at) => `${date} ${type} ${at}`}
          />
        )}
      </ReadingView>
    </Card>
  );
}

function columns(): readonly TableColumn<Action>[] {
  const words = text.value.chart.actions;
  return [
    { heading: words.exDate, cell: ({ ex_date: date }) => date },
    {
      heading: words.action,
      cell: (action) => (
        <span>
          <Mark of={action} /> {nameOf(action)}
        </span>
      ),
    },
    { heading: words.terms, cell: (action) => termsOf(action) || NOTHING },
    {
      heading: words.factor,
      cell: ({ factor }) => (factor === null ? NOTHING : factor.toFixed(4)),
      numeric: true,
    },
    {
      heading: words.reference,
      cell: ({ reference_before: before, reference_after: after }) =>
        before === null ? NOTHING : `${price(before)} → ${price(after)}`,
      numeric: true,
      wideOnly: true,
    },
    { heading: words.note, cell: ({ note }) => note ?? NOTHING, wideOnly: true },
  ];
}

function Mark({ of }: { of: Action }) {
  const { mark, adjusts } = kindOf(of);
  return <span class={`badge badge-${adjusts ? 'accent' : 'neutral'}`}>{mark}</span>;
}
