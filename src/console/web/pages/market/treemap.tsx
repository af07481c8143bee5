import { type Signal, useSignal } from '@preact/signals';
import { h } from 'preact';
import { useMemo } from 'preact/hooks';
import { compact, percent, price, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import type { Box } from '../../view/chart/treemap.js';
import { companyAddress } from '../../view/links.js';
import { useSize } from '../../view/size.js';
import { Empty } from '../../view/states.js';
import { nextTile } from './keyboard.js';
import { layoutOf, type Tile } from './layout.js';
import { EDGES, figureOf, heatOf, type MapGroup } from './map-data.js';
import type { ColorBy, MarketState } from './state.js';

/** The map: areas by size, colours by figure. One stop for the Tab key; arrow keys move, Enter opens. */
export function Treemap({
  groups,
  state,
  onTable,
}: {
  groups: readonly MapGroup[];
  state: MarketState;
  onTable(): void;
}) {
  const { ref, width, height } = useSize<HTMLDivElement>();
  const pointedKey = useSignal<string | null>(null);
  const words = text.value.market.map;
  const { tiles, headings } = useMemo(() => layoutOf(groups, { width, height }), [groups, width, height]);
  const point = ({ target }: Event) => {
    const at = (target as HTMLElement).closest<HTMLElement>('[data-tile]')?.dataset.tile;
    if (at !== undefined) pointedKey.value = tiles[Number(at)]?.key ?? null;
  };
  if (groups.every(({ size }) => size === 0)) return <NoTiles onTable={onTable} />;
  return (
    <div class="map">
      {/* biome-ignore lint/a11y/useSemanticElements: the links of a map belong together but are no form */}
      <div
        ref={ref}
        class="map-area"
        role="group"
        aria-label={words.label}
        onPointerOver={point}
        onFocusIn={point}
        onKeyDown={(event) => nextTile(event, tiles)}
      >
        {headings.map(({ name, x, y, width: wide, height: high }) => (
          <div
            key={name}
            class="map-heading"
            style={boxStyle({ x, y, width: wide, height: high }, { width, height })}
            aria-hidden="true"
          >
            {name}
          </div>
        ))}
        {tiles.map((tile, at) => (
          <TileLink
            key={tile.key}
            tile={tile}
            at={at}
            of={{ width, height }}
            color={state.color}
            onTable={onTable}
          />
        ))}
      </div>
      <Pointed pointedKey={pointedKey} tiles={tiles} state={state} />
      <Legend color={state.color} />
    </div>
  );
}

/** Shown if all sizes are unknown or zero, which fill no area. */
function NoTiles({ onTable }: { onTable(): void }) {
  return (
    <Empty title={text.value.market.map.noSizes}>
      <button type="button" class="button" onClick={onTable}>
        {text.value.common.table}
      </button>
    </Empty>
  );
}

function TileLink({
  tile,
  at,
  of,
  color,
  onTable,
}: {
  tile: Tile;
  at: number;
  /** size of the map, px */
  of: Area;
  color: ColorBy;
  onTable(): void;
}) {
  const { leaf, others, x, y, width, height } = tile;
  const label = leaf?.ticker ?? `+${others}`;
  const attributes = {
    class: `tile ${sizeClass({ width, height }, label.length)} ${heatOf(tile.color, color)}`,
    style: boxStyle({ x, y, width, height }, of),
    'data-tile': at,
    tabIndex: at === 0 ? 0 : -1,
  };
  if (leaf === null) {
    return (
      <button
        type="button"
        {...attributes}
        aria-label={text.value.market.map.others(others, tile.group)}
        onClick={onTable}
      >
        <b>{label}</b>
      </button>
    );
  }
  return (
    <a {...attributes} href={companyAddress(leaf.ticker)} title={tile.group}>
      <b>{label}</b> <span>{figureOf(tile.color, color)}</span>
    </a>
  );
}

type Area = Pick<Box, 'width' | 'height'>;

/**
 * Set one by one through the object model: this page's policy allows no style in the markup. Percentages of the map,
 * so that it is complete on paper too, for which there is no new layout.
 */
function boxStyle({ x, y, width, height }: Box, of: Area) {
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return {
    left: share(x, of.width),
    top: share(y, of.height),
    width: share(width, of.width),
    height: share(height, of.height),
  };
}

/** Widths of a letter of a label, px, in small and large type: half a ticker is another ticker. */
const [LETTER, LARGE_LETTER] = [10, 15];

/** The amount of text that a tile has room for, with a label of `letters`. */
function sizeClass({ width, height }: Area, letters: number): string {
  if (width >= Math.max(96, letters * LARGE_LETTER) && height >= 56) return 'tile-large';
  if (width < letters * LETTER) return 'tile-bare';
  if (width >= 58 && height >= 34) return 'tile-medium';
  return height >= 15 ? 'tile-small' : 'tile-bare';
}

/** The security pointed at last, in a line below the map, with its figures of the map as it is now. */
function Pointed({
  pointedKey,
  tiles,
  state,
}: {
  pointedKey: Signal<string | null>;
  tiles: readonly Tile[];
  state: MarketState;
}) {
  const words = text.value.market.map;
  const value = tiles.find(({ key }) => key === pointedKey.value);
  if (value === undefined) return <p class="map-line muted">{words.hint}</p>;
  const { leaf, group, size, others, color } = value;
  return (
    <p class="map-line">
      <strong>{leaf === null ? words.others(others, group) : leaf.ticker}</strong>
      {leaf !== null && <span class="map-name">{leaf.name}</span>}
      {leaf !== null && <span>{price(leaf.close)}</span>}
      <span>{withSign(leaf === null ? color : leaf.change, percent)}</span>
      <span class="muted">
        {words.sizes[state.size]} {compact(size)}
      </span>
      {state.color !== 'change' && (
        <span class="muted">
          {words.colors[state.color]} {figureOf(color, state.color)}
        </span>
      )}
    </p>
  );
}

/** What the colours mean. */
function Legend({ color }: { color: ColorBy }) {
  const edges = EDGES[color];
  const above = edges.map((edge, at) => ({
    heat: `${color === 'turnover' ? 's' : 'p'}${at + 1}`,
    text: `> ${edge}`,
  }));
  const below = edges.map((edge, at) => ({ heat: `n${at + 1}`, text: `< ${edge === 0 ? 0 : `−${edge}`}` }));
  const steps = [...(color === 'turnover' ? [] : below.reverse()), { heat: 'zero', text: '0' }, ...above];
  return (
    <ul class="map-legend" aria-label={text.value.market.map.legend}>
      {steps.map(({ heat, text: label }) => (
        <li key={heat} class={`heat-${heat}`}>
          {heat === 'zero' && color === 'turnover' ? `≤ ${edges[0]}` : label}
        </li>
      ))}
      <li class="map-unit">%</li>
    </ul>
  );
}
