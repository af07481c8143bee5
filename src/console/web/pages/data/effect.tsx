import { Fragment, h } from 'preact';
import { figure, percent, price, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { daysBefore, FIRST_DAY, isDay } from '../../view/days.js';
import { Figures, type NamedFigure } from '../../view/figures.js';
import { ask, useRead } from '../../view/read.js';
import { Failure } from '../../view/states.js';
import type { Draft, Values } from './draft.js';

/** The effect of a change to a record on figures derived from it, if it can be computed before saving. */
export function Effect({
  set,
  of,
  stored,
  draft,
}: {
  set: string;
  of: Readonly<Record<string, string>>;
  stored: Values | null;
  draft: Draft;
}) {
  const date = set === 'quote' ? of.date : set === 'corporate_action' ? of.ex_date : undefined;
  const isAsked = date !== undefined && isDay(date) && date > FIRST_DAY;
  const bars = useRead(
    isAsked && date !== undefined
      ? ask('/quote', { ticker: of.ticker, to_date: daysBefore(date, 1), limit: 1 })
      : null,
  );
  if (bars.error !== null && !bars.isLoading) return <Failure error={bars.error} retry={bars.retry} />;
  const [before] = bars.body?.data ?? [];
  if (before === undefined) return null;
  if (set === 'quote') return <OfQuote before={before} close={Number(draft.close)} />;
  return <OfAction before={before} stored={stored} draft={draft} />;
}

interface Before {
  date: string;
  close: number;
}

const closeOf = ({ date, close }: Before): NamedFigure => ({
  title: text.value.data.entry.before(date),
  value: price(close),
  date,
  source: 'GET /quote',
});

function OfQuote({ before, close }: { before: Before; close: number }) {
  const words = text.value.data.entry;
  if (!Number.isFinite(close) || close <= 0) return null;
  return (
    <section>
      <h3>{words.effect}</h3>
      <Figures
        of={[
          closeOf(before),
          {
            title: words.change,
            value: withSign((close / before.close - 1) * 100, percent),
            formula: words.changeFormula,
          },
        ]}
      />
    </section>
  );
}

function OfAction({ before, stored, draft }: { before: Before; stored: Values | null; draft: Draft }) {
  const words = text.value.data.entry;
  const next = factorOf(before.close, draft);
  if (next === null) return null;
  const present = stored === null ? 1 : (factorOf(before.close, stored) ?? 1);
  const inputs = [[words.before(before.date), price(before.close)] as const];
  const factorText = (factor: number) => figure(Math.round(factor * 1e6) / 1e6);
  return (
    <section>
      <h3>{words.effect}</h3>
      <Figures
        of={[
          closeOf(before),
          { title: words.reference, value: price(before.close * next), formula: words.formula, inputs },
          {
            title: words.factor,
            value: present === next ? factorText(next) : `${factorText(present)} → ${factorText(next)}`,
            formula: words.formula,
            inputs,
          },
        ]}
      />
      {present === next ? (
        <Fragment />
      ) : (
        <p class="notice notice-warn">{words.moves(withSign((next / present - 1) * 100, percent))}</p>
      )}
    </section>
  );
}

/** P' ÷ P from the terms of an action; null if they give no price. */
function factorOf(close: number, terms: Values): number | null {
  const of = (name: string) => {
    const value = Number(terms[name] ?? 0);
    return Number.isFinite(value) ? value : 0;
  };
  const [cash, shares, rights, rightsPrice] = [
    of('cash_dividend'),
    of('share_ratio'),
    of('rights_ratio'),
    of('rights_price'),
  ];
  const after = (close + rightsPrice * rights - cash) / (1 + rights + shares);
  return close > 0 && after > 0 && Number.isFinite(after) ? after / close : null;
}
