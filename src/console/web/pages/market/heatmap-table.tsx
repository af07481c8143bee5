import { h } from 'preact';
import { useState } from 'preact/hooks';
import { compact, percent, price, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { companyAddress } from '../../view/links.js';
import { toneOf } from '../../view/tone.js';
import { figureOf, type MapGroup, type MapLeaf } from './map-data.js';
import type { MarketState } from './state.js';

/** Rows shown initially, and added each time. */
const ROWS = 100;

/** The figures of the map, the largest first. */
export function HeatmapTable({ groups, state }: { groups: readonly MapGroup[]; state: MarketState }) {
  const [count, setCount] = useState(ROWS);
  const words = text.value.market.map;
  const rows = groups
    .flatMap(({ leaves }) => leaves)
    .sort((one, other) => (other.size ?? 0) - (one.size ?? 0));
  return (
    <div class="map-table">
      <DataTable
        label={words.title}
        columns={columnsOf(state)}
        rows={rows.slice(0, count)}
        keyOf={({ ticker }) => ticker}
      />
      {count < rows.length && (
        <div class="more">
          <button type="button" class="button" onClick={() => setCount(count + ROWS)}>
            {text.value.common.more(Math.min(ROWS, rows.length - count), rows.length)}
          </button>
        </div>
      )}
    </div>
  );
}

function columnsOf(state: MarketState): readonly TableColumn<MapLeaf>[] {
  const words = text.value.market.map;
  const { ticker, name, close, change } = text.value.common;
  return [
    { heading: ticker, cell: (leaf) => <a href={companyAddress(leaf.ticker)}>{leaf.ticker}</a> },
    { heading: name, cell: (leaf) => leaf.name, wideOnly: true },
    { heading: words.groups[state.group], cell: (leaf) => leaf.group, wideOnly: true },
    { heading: close, cell: (leaf) => price(leaf.close), numeric: true },
    {
      heading: change,
      cell: (leaf) => <span class={toneOf(leaf.change)}>{withSign(leaf.change, percent)}</span>,
      numeric: true,
    },
    { heading: words.sizes[state.size], cell: (leaf) => compact(leaf.size), numeric: true },
    ...(state.color === 'change'
      ? []
      : [
          {
            heading: words.colors[state.color],
            cell: (leaf: MapLeaf) => figureOf(leaf.color, state.color),
            numeric: true,
          },
        ]),
  ];
}
