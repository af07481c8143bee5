import { Fragment, h } from 'preact';
import { figure, percent, price, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { daysBefore, FIRST_DAY, isDay } from '../../view/days.js';
import { Figures, type NamedFigure } from '../../view/figures.js';
import { ask, jointReading, type RowOf, useRead } from '../../view/read.js';
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
      ? ask('/quote', { ticker: of.ticker, to_date: daysBefore(date, 1), limit: 1, fields: 'extended' })
      : null,
  );
  const isOfAction = isAsked && set === 'corporate_action';
  const found = useRead(isOfAction ? ask('/search', { q: of.ticker ?? '', limit: 10 }) : null);
  const reading = jointReading(bars, found);
  if (reading.error !== null) return <Failure error={reading.error} retry={reading.retry} />;
  const [before] = reading.body?.data ?? [];
  if (before === undefined) return null;
  if (set === 'quote') return <OfQuote before={before} close={Number(draft.close)} />;
  const exchange = found.body?.data.find(({ ticker }) => ticker === of.ticker)?.exchange ?? null;
  return <OfAction before={baseOf(before, exchange)} stored={stored} draft={draft} />;
}

/** The price that the service adjusts: on UPCOM the average price of the day, if it is known, else the close. */
function baseOf({ date, close, average_price: average }: RowOf<'/quote'>, exchange: string | null): Base {
  const isAverage = exchange === 'UPCOM' && typeof average === 'number' && average > 0;
  return { date, price: isAverage ? average : close, isAverage };
}

interface Before {
  date: string;
  close: number;
}

/** The price before an action. */
interface Base {
  date: string;
  price: number;
  isAverage: boolean;
}

const figureOf = ({ date, price: value, isAverage }: Base): NamedFigure => ({
  title: text.value.data.entry[isAverage ? 'averageBefore' : 'before'](date),
  value: price(value),
  date,
  source: isAverage ? 'GET /quote?fields=extended' : 'GET /quote',
});

function OfQuote({ before, close }: { before: Before; close: number }) {
  const words = text.value.data.entry;
  if (!Number.isFinite(close) || close <= 0) return null;
  return (
    <section>
      <h3>{words.effect}</h3>
      <Figures
        of={[
          figureOf({ date: before.date, price: before.close, isAverage: false }),
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

function OfAction({ before, stored, draft }: { before: Base; stored: Values | null; draft: Draft }) {
  const words = text.value.data.entry;
  const next = factorOf(before.price, draft);
  if (next === null) return null;
  const present = stored === null ? 1 : (factorOf(before.price, stored) ?? 1);
  const base = figureOf(before);
  const inputs = [[base.title, base.value] as const];
  const factorText = (factor: number) => figure(Math.round(factor * 1e6) / 1e6);
  return (
    <section>
      <h3>{words.effect}</h3>
      <Figures
        of={[
          base,
          { title: words.reference, value: price(before.price * next), formula: words.formula, inputs },
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

/** P' ÷ P from the terms of an action; null if they give no price. Nobody exercises rights that cost no less than P. */
function factorOf(base: number, terms: Values): number | null {
  const of = (name: string) => {
    const value = Number(terms[name] ?? 0);
    return Number.isFinite(value) ? value : 0;
  };
  const [cash, shares, rightsPrice] = [of('cash_dividend'), of('share_ratio'), of('rights_price')];
  const rights = rightsPrice < base ? of('rights_ratio') : 0;
  const after = (base + rightsPrice * rights - cash) / (1 + rights + shares);
  return base > 0 && after > 0 && Number.isFinite(after) ? after / base : null;
}
