import { h } from 'preact';
import { figure, instant, price, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { DataTable } from '../../view/data-table.js';
import { Explained } from '../../view/explain.js';
import { ask, type RowOf, useRead } from '../../view/read.js';
import { ReadingView } from '../../view/states.js';
import type { OfCompany } from './of-company.js';

const KINDS = { buy: 'good', neutral: 'neutral', sell: 'bad', hold: 'neutral' } as const;

/** The results of the indicator rules, one by one, and analysts' suggestions. */
export function Signals({ detail: { ticker } }: OfCompany) {
  const words = text.value.company.signals;
  const signals = useRead(ask('/trading/signal', { ticker }));
  const suggestions = useRead(ask('/trading/suggestions', { ticker, limit: 20 }));
  return (
    <div class="stack">
      <ReadingView of={signals} empty={words.empty}>
        {({ data: [signal] }) => signal !== undefined && <Rules signal={signal} />}
      </ReadingView>
      <Card title={words.suggestions}>
        <ReadingView of={suggestions} empty={words.noSuggestions} lead={null}>
          {({ data }) => (
            <DataTable
              label={words.suggestions}
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { heading: words.published, cell: ({ published_at: at }) => instant(at) },
                { heading: words.side, cell: ({ side }) => <Vote vote={side} /> },
                { heading: words.target, cell: ({ target_price: target }) => price(target), numeric: true },
                { heading: words.stop, cell: ({ stop_price: stop }) => price(stop), numeric: true },
                { heading: words.horizon, cell: ({ horizon }) => horizon, wideOnly: true },
                { heading: words.rationale, cell: ({ rationale }) => rationale, wideOnly: true, wrap: true },
                { heading: words.author, cell: ({ author }) => author, wideOnly: true },
              ]}
            />
          )}
        </ReadingView>
      </Card>
    </div>
  );
}

function Rules({ signal }: { signal: RowOf<'/trading/signal'> }) {
  const words = text.value.company.signals;
  const ofRule = text.value.codes.rules;
  const nameOf = (rule: string) => ofRule[rule]?.name ?? rule.replaceAll('_', ' ');
  const { buy_count: buys, neutral_count: neutrals, sell_count: sells, rules, date } = signal;
  return (
    <Card
      title={words.title(date)}
      tools={
        <span class="toolbar">
          <Vote vote={signal.signal} /> <span class="muted">{words.counts(buys, neutrals, sells)}</span>
        </span>
      }
    >
      <DataTable
        label={words.title(date)}
        rows={rules}
        keyOf={({ rule }) => rule}
        columns={[
          { heading: words.rule, cell: ({ rule }) => nameOf(rule), wrap: true },
          { heading: words.vote, cell: ({ vote }) => <Vote vote={vote} /> },
          {
            heading: words.value,
            cell: ({ rule, value, indicator, threshold, vote }) => (
              <Explained
                by={{
                  title: nameOf(rule),
                  value: figureText(value),
                  formula: ofRule[rule]?.formula ?? threshold,
                  inputs: [
                    [words.indicator, indicator],
                    [words.vote, vote === null ? words.noVote : words.votes[vote]],
                  ],
                  date,
                  source: `GET /trading/signal?ticker=${signal.ticker}`,
                }}
              >
                {figureText(value)}
              </Explained>
            ),
            numeric: true,
          },
          { heading: words.indicator, cell: ({ indicator }) => <code>{indicator}</code>, wideOnly: true },
          {
            heading: words.threshold,
            cell: ({ rule, threshold }) => ofRule[rule]?.formula ?? threshold,
            wrap: true,
            wideOnly: true,
          },
        ]}
      />
    </Card>
  );
}

/** A figure with a true minus. */
const figureText = (value: number | null) =>
  value !== null && value < 0 ? withSign(value, figure) : figure(value);

function Vote({ vote }: { vote: string | null }) {
  const words: Readonly<Record<string, string>> = text.value.company.signals.votes;
  if (vote === null) return <span>{text.value.company.signals.noVote}</span>;
  return (
    <span class={`badge badge-${KINDS[vote as keyof typeof KINDS] ?? 'neutral'}`}>{words[vote] ?? vote}</span>
  );
}
