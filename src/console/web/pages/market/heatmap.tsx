import { h } from 'preact';
import { useMemo } from 'preact/hooks';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { Select } from '../../view/choices.js';
import { ExplainButton } from '../../view/explain.js';
import { ask, type BodyOf, jointReading, type RowOf, useRead } from '../../view/read.js';
import { adjust } from '../../view/route.js';
import { DataSources, ReadingView } from '../../view/states.js';
import { HeatmapTable } from './heatmap-table.js';
import { colorTiles, exchangesOf, groupsOf, leavesOf, type MapGroup, wholeOf } from './map-data.js';
import { MapNotes } from './map-notes.js';
import { COLORS, EXCHANGES, GROUPS, type GroupBy, type MarketState, SIZES, within } from './state.js';
import { Treemap } from './treemap.js';

/** Industry level of each grouping; an exchange is no industry. */
const LEVELS: Readonly<Record<GroupBy, number>> = { sector: 1, group: 2, industry: 3, exchange: 1 };

/** The market as a map, or as a table of the same figures. */
export function Heatmap({ state }: { state: MarketState }) {
  const words = text.value.market.map;
  const readings = useHeatmap(state);
  const { first, size } = readings;
  const drawnState = { ...state, size };
  const groups = useMemo(
    () => groupsOfAll(readings, state),
    [first.body, ...readings.inputs, state.color, state.group, text.value],
  );
  const day = first.body?.date ?? '';
  return (
    <Card title={words.title} wide className="map-card" tools={<Tools state={state} day={day} />}>
      <div class="card-body">
        <ReadingView
          of={jointReading(first, ...readings.others)}
          empty={words.empty}
          isEmpty={({ children }) => children.length === 0}
          lead={<DataSources />}
        >
          {() =>
            state.isTable ? (
              <HeatmapTable groups={groups} state={drawnState} />
            ) : (
              <div class="stack">
                <MapNotes groups={groups} chosenSize={state.size} state={drawnState} />
                <Treemap groups={groups} state={drawnState} onTable={() => adjust({ view: 'table' })} />
              </div>
            )
          }
        </ReadingView>
      </div>
    </Card>
  );
}

/**
 * Reads what the chosen size, colour and grouping require. If the chosen size is unknown for all securities, like the
 * capitalisation in a market with nothing but bars, tiles are sized by trading value.
 */
function useHeatmap(state: MarketState) {
  const query = { date: state.date, ...within(state.scope), level: LEVELS[state.group] };
  const isByExchange = state.group === 'exchange' && state.scope === '';
  const chosenReading = useRead(ask('/market/heatmap', { ...query, size: state.size }));
  const size = isUnsized(chosenReading.body) ? 'value' : state.size;
  const instead = useRead(size === state.size ? null : ask('/market/heatmap', { ...query, size }));
  const first = size === state.size ? chosenReading : instead;
  const day = first.body?.date;
  const needsValue = state.color !== 'change' && size !== 'value';
  const value = useRead(needsValue ? ask('/market/heatmap', { ...query, size: 'value' }) : null);
  const needsWorth = state.color === 'turnover' && state.size !== 'market_cap';
  const worth = useRead(needsWorth ? ask('/market/heatmap', { ...query, size: 'market_cap' }) : null);
  const foreign = useRead(
    state.color === 'foreign' && day !== undefined
      ? ask('/trade/foreign', { from_date: day, to_date: day, limit: 10_000 })
      : null,
  );
  const of = (exchange: (typeof EXCHANGES)[number]) =>
    isByExchange ? ask('/market/heatmap', { ...query, exchange, size: state.size }) : null;
  const hose = useRead(of('HOSE'));
  const hnx = useRead(of('HNX'));
  const upcom = useRead(of('UPCOM'));
  // The map has the names of the day; the list of industries also has the English ones.
  const isEnglish = text.value.code === 'en' && state.group !== 'exchange';
  const industries = useRead(isEnglish ? ask('/reference/gics/search', { limit: 1_000 }) : null);
  // Without the English names there are those of the day.
  const others = [chosenReading, value, worth, foreign, hose, hnx, upcom];
  return {
    first,
    size,
    value: needsValue ? value.body : first.body,
    worth: needsWorth ? worth.body : chosenReading.body,
    foreign: foreign.body,
    trees: isByExchange
      ? [hose, hnx, upcom].map(({ body }, at) => ({ exchange: EXCHANGES[at] ?? '', body }))
      : null,
    industries: industries.body?.data ?? [],
    others,
    inputs: [...others, industries].map(({ body }) => body),
  };
}

/** Whether securities were traded but none of their sizes is known. */
function isUnsized(body: BodyOf<'/market/heatmap'> | null): boolean {
  return body !== null && body.children.length > 0 && (body.size ?? 0) === 0;
}

function groupsOfAll(
  { first, value, worth, foreign, trees, industries }: ReturnType<typeof useHeatmap>,
  state: MarketState,
): readonly MapGroup[] {
  if (first.body === null) return [];
  const { unclassified } = text.value.market.map;
  const groups =
    trees !== null
      ? exchangesOf(first.body, trees, unclassified)
      : state.group === 'exchange'
        ? [wholeOf(leavesOf(first.body), state.scope)]
        : groupsOf(first.body, { unclassified, names: englishNames(industries) });
  return colorTiles(groups, state.color, {
    value,
    capitalisation: worth,
    foreign: foreign?.data ?? null,
  });
}

/** English names of industries by code, the newest of each; empty in other languages. */
function englishNames(industries: readonly RowOf<'/reference/gics/search'>[]): ReadonlyMap<string, string> {
  if (text.value.code !== 'en') return new Map();
  return new Map(
    industries.flatMap(({ code, name_en: name }) => (name === null ? [] : [[code, name] as const])),
  );
}

/** Choices of what the map shows. */
function Tools({ state, day }: { state: MarketState; day: string }) {
  const words = text.value.market.map;
  const of = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
    values.map((value) => ({ value, label: labels[value] }));
  return [
    <Select
      key="size"
      label={words.size}
      choices={of(SIZES, words.sizes)}
      value={state.size}
      onChoose={(size) => adjust({ size })}
    />,
    <Select
      key="color"
      label={words.color}
      choices={of(COLORS, words.colors)}
      value={state.color}
      onChoose={(color) => adjust({ color })}
    />,
    <Select
      key="group"
      label={words.group}
      choices={of(GROUPS, words.groups)}
      value={state.group}
      onChoose={(group) => adjust({ group })}
    />,
    <button
      key="table"
      type="button"
      class="button"
      aria-pressed={state.isTable}
      onClick={() => adjust({ view: state.isTable ? null : 'table' })}
    >
      {text.value.common.table}
    </button>,
    <ExplainButton
      key="explain"
      by={{
        title: words.title,
        meaning: words.meaning,
        formula: words.formulas[state.color],
        date: day,
        source: `GET /market/heatmap?size=${state.size}`,
      }}
    />,
  ];
}
