import { h } from 'preact';
import { extentOf, linear } from './scale.js';

const WIDTH = 120;
const HEIGHT = 32;

/** A line without axes that fills its container; decoration next to figures that say the same. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const extent = extentOf(values);
  if (extent === null || values.length < 2) return null;
  const x = linear([0, values.length - 1], [1, WIDTH - 1]);
  const y = linear(extent, [HEIGHT - 2, 2]);
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <polyline points={points} vector-effect="non-scaling-stroke" />
    </svg>
  );
}
