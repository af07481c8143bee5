import { Fragment, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { compact, NOTHING, percent, price, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { IconButton } from '../../view/icon-button.js';
import { toneOf } from '../../view/tone.js';
import { type Action, describe } from './actions.js';
import { type ChosenIndicator, keyOf, labelOf } from './catalogue.js';
import type { ChartDrawing, PointedBar } from './drawing.js';
import { formatOf, type Plot, type Values } from './plots.js';

/** Actions on an indicator in its legend. */
interface Handlers {
  edit(): void;
  remove(chosen: ChosenIndicator): void;
}

/** The figures under the crosshair, each over the pane that it belongs to. */
export function Legend({ drawing, title, ...handlers }: Handlers & { drawing: ChartDrawing; title: string }) {
  const plots = drawing.plots.value;
  const pointedBar = drawing.pointedBar.value;
  const tops = usePaneTops(drawing, plots);
  const panes = Array.from(
    { length: 1 + Math.max(0, ...plots.map(({ pane }) => pane)) },
    (_, index) => index,
  );
  return (
    <div class="legend-layer">
      {panes.map((pane) => (
        <div key={pane} class="legend" style={{ top: `${tops[pane] ?? 0}px` }}>
          {pane === 0 && <BarFigures title={title} of={pointedBar} />}
          {plots
            .filter((plot) => plot.pane === pane)
            .map((plot) => (
              <IndicatorFigures
                key={keyOf(plot.chosen)}
                plot={plot}
                values={pointedBar?.values}
                handlers={handlers}
              />
            ))}
        </div>
      ))}
    </div>
  );
}

/** Where the panes begin, px from the top of the drawing: the chart lays them out itself. */
function usePaneTops(drawing: ChartDrawing, plots: readonly Plot[]): readonly number[] {
  const [tops, setTops] = useState<readonly number[]>([]);
  useEffect(() => {
    const observer = new ResizeObserver(() => setTops(drawing.paneTops()));
    // The chart creates the elements of new panes on its next draw.
    const frame = requestAnimationFrame(() => {
      for (const pane of drawing.panes()) observer.observe(pane);
    });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [drawing, plots]);
  return tops;
}

function IndicatorFigures({
  plot: { chosen, lines },
  values,
  handlers,
}: {
  plot: Plot;
  values: Values | undefined;
  handlers: Handlers;
}) {
  const words = text.value.chart;
  const label = labelOf(chosen);
  return (
    <div class="legend-row">
      <span class="legend-name">{label}</span>
      {lines.map(({ output, color }) => {
        const value = values?.[keyOf(chosen)]?.[output.name];
        return (
          <span key={output.name} class="legend-figure" title={output.name} style={{ color }}>
            {typeof value === 'number' ? formatOf(output)(value) : NOTHING}
          </span>
        );
      })}
      <IconButton name="settings" label={words.settingsOf(label)} onClick={handlers.edit} />
      <IconButton name="close" label={words.remove(label)} onClick={() => handlers.remove(chosen)} />
    </div>
  );
}

function BarFigures({ title, of }: { title: string; of: PointedBar | null }) {
  return (
    <div class="legend-bar">
      <strong>{title}</strong>
      {of !== null && <Figures of={of} />}
      {of?.actions.map((action) => (
        <EventBadge key={`${action.ex_date} ${action.type}`} of={action} />
      ))}
    </div>
  );
}

function Figures({ of: { bar, before } }: { of: PointedBar }) {
  const words = text.value.chart.bar;
  const change = before === undefined ? null : bar.close - before;
  const tone = change === 0 ? '' : toneOf(change);
  const figures: readonly (readonly [string, string])[] = [
    [words.open, price(bar.open)],
    [words.high, price(bar.high)],
    [words.low, price(bar.low)],
    [words.close, price(bar.close)],
    [words.volume, compact(bar.volume)],
  ];
  return (
    <Fragment>
      <span class="muted">{bar.date}</span>
      {figures.map(([name, value]) => (
        <span key={name}>
          <span class="muted">{name} </span>
          <span class={name === words.close ? tone : ''}>{value}</span>
        </span>
      ))}
      {change !== null && before !== undefined && before > 0 && (
        <span class={tone}>{withSign((100 * change) / before, percent)}</span>
      )}
    </Fragment>
  );
}

function EventBadge({ of }: { of: Action }) {
  return <span class="badge badge-accent">{`${of.ex_date} ${describe(of)}`}</span>;
}
