import { Fragment, h } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../text/language.js';
import { useSize } from '../size.js';
import { Empty } from '../states.js';
import { Columns, Lines } from './marks.js';
import { frameOf, type TimeSeries } from './plot.js';

/** Room for the figures of the axis, px. */
const AXIS = 56;
const FOOT = 20;

/**
 * Series over days: columns start at zero, those of the same sign stacked; lines run over them. Pointer and arrow
 * keys choose a day, by default the last, whose figures are shown above the drawing.
 */
export function TimeChart(props: TimeChartProps) {
  const isKnown = props.series.some(({ values }) => values.some((value) => value !== null));
  return isKnown ? <Drawing {...props} /> : <Empty title={text.value.common.noFigures} />;
}

interface TimeChartProps {
  label: string;
  /** oldest first */
  days: readonly string[];
  series: readonly TimeSeries[];
  format: (value: number | null) => string;
  height?: number;
}

function Drawing({ label, days, series, format, height = 180 }: TimeChartProps) {
  const { ref, width } = useSize<HTMLDivElement>();
  const [chosenIndex, choose] = useState<number | null>(null);
  const last = days.length - 1;
  const at = Math.min(chosenIndex ?? last, last);
  const frame = frameOf(series, days.length, { width: width - AXIS, height: height - FOOT });
  const point = (event: PointerEvent) => {
    const { left } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    choose(clamp(Math.floor((event.clientX - left) / frame.step), last));
  };
  const onKey = (event: KeyboardEvent) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(clamp(next, last));
  };
  return (
    <div class="time-chart">
      <p class="readout" role="status">
        <strong>{days[at]}</strong>
        {series.map(({ label: name, tone, values }) => (
          <span key={name}>
            <i class={`swatch tone-${tone}`} aria-hidden="true" /> {name} <b>{format(values[at] ?? null)}</b>
          </span>
        ))}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: there is no element for a drawing that takes arrow keys */}
      <div
        ref={ref}
        class="drawing"
        role="group"
        aria-roledescription="chart"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move from day to day
        tabIndex={0}
        onPointerMove={point}
        onPointerLeave={() => choose(null)}
        onKeyDown={onKey}
      >
        {width > 0 && (
          <svg
            width={width}
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            aria-hidden="true"
            focusable="false"
          >
            <rect class="day-mark" x={at * frame.step} width={frame.step} height={height - FOOT} />
            {frame.ticks.map((tick) => (
              <Fragment key={tick}>
                <line
                  class={tick === 0 ? 'axis' : 'grid'}
                  x2={width - AXIS}
                  y1={frame.y(tick)}
                  y2={frame.y(tick)}
                />
                <text class="tick" x={width - AXIS + 6} y={frame.y(tick) + 4}>
                  {format(tick)}
                </text>
              </Fragment>
            ))}
            <Columns series={series} frame={frame} />
            <Lines series={series} frame={frame} />
            <DayLabels days={days} step={frame.step} y={height - 4} />
          </svg>
        )}
      </div>
    </div>
  );
}

/** First, middle and last day below the drawing. */
function DayLabels({ days, step, y }: { days: readonly string[]; step: number; y: number }) {
  const last = days.length - 1;
  const width = step * days.length;
  const shownDays = width < 260 ? [0, last] : [0, Math.round(last / 2), last];
  return (
    <Fragment>
      {[...new Set(shownDays)].map((at) => (
        <text
          key={at}
          class="tick"
          x={at === 0 ? 0 : at === last ? width : (at + 0.5) * step}
          y={y}
          text-anchor={at === 0 ? 'start' : at === last ? 'end' : 'middle'}
        >
          {days[at]}
        </text>
      ))}
    </Fragment>
  );
}

function clamp(index: number, last: number): number {
  return Math.max(0, Math.min(index, last));
}
