import { Fragment, h } from 'preact';
import type { PlotFrame, TimeSeries } from './plot.js';

interface MarksProps {
  series: readonly TimeSeries[];
  frame: PlotFrame;
}

/** Columns from zero, those of the same sign stacked. */
export function Columns({ series, frame: { step, y } }: MarksProps) {
  const columns = series.filter(({ kind }) => kind === 'columns');
  const days = columns[0]?.values.length ?? 0;
  const gap = step > 4 ? Math.min(step * 0.25, 6) : 0;
  const bars = Array.from({ length: days }, (_none, at) => {
    let [below, above] = [0, 0];
    return columns.map(({ label, tone, values }) => {
      const value = values[at] ?? 0;
      const from = value < 0 ? below : above;
      if (value < 0) below += value;
      else above += value;
      const [top, bottom] = [y(Math.max(from, from + value)), y(Math.min(from, from + value))];
      return (
        <rect
          key={`${label} ${at}`}
          class={`column tone-${tone === 'sign' ? (value < 0 ? 'down' : 'up') : tone}`}
          x={at * step + gap / 2}
          width={Math.max(0.5, step - gap)}
          y={top}
          height={Math.max(0, bottom - top)}
        />
      );
    });
  });
  return <Fragment>{bars}</Fragment>;
}

/** Lines, broken at missing values; a value between two gaps is a dot. */
export function Lines({ series, frame: { step, y } }: MarksProps) {
  return (
    <Fragment>
      {series
        .filter(({ kind }) => kind === 'line')
        .map(({ label, tone, values }) => (
          <path key={label} class={`line tone-${tone}`} d={pathOf(values, step, y)} />
        ))}
    </Fragment>
  );
}

function pathOf(values: readonly (number | null)[], step: number, y: (value: number) => number): string {
  let isDown = false;
  let path = '';
  for (const [at, value] of values.entries()) {
    if (value === null) {
      isDown = false;
      continue;
    }
    const point = `${((at + 0.5) * step).toFixed(1)} ${y(value).toFixed(1)}`;
    path += isDown ? `L${point}` : `M${point}h0.01`;
    isDown = true;
  }
  return path;
}
