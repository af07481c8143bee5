import { type ComponentChildren, h } from 'preact';
import { text } from '../../text/language.js';
import { Segmented } from '../../view/choices.js';
import { DayInput } from '../../view/day-input.js';
import { Icon } from '../../view/icon.js';
import { useShortcuts } from '../../view/shortcuts.js';
import { comparedOf } from './compare.js';
import type { ChartModel } from './model.js';
import { INTERVALS, type Interval, KINDS, type Kind, RANGES, type Range, SCALES } from './state.js';

const NAMED_INTERVALS = Object.entries(INTERVALS) as [Interval, string][];
const NAMED_RANGES = Object.keys(RANGES) as Range[];

/** Everything that changes what the chart shows. `isAdjustable` is false if there is nothing to adjust for. */
export function Toolbar({ model, isAdjustable }: { model: ChartModel; isAdjustable: boolean }) {
  const words = text.value.chart;
  const state = model.state.value;
  const comparisonCount = comparedOf(state).length;
  const toggleAdjusted = () => isAdjustable && model.change({ adjusted: !state.adjusted });
  const toggleEvents = () => model.change({ events: !state.events });
  useShortcuts(words.title, [
    { keys: '1', label: words.keys.daily, run: () => model.change({ interval: '1d' }) },
    { keys: '2', label: words.keys.weekly, run: () => model.change({ interval: '1w' }) },
    { keys: '3', label: words.keys.monthly, run: () => model.change({ interval: '1m' }) },
    { keys: 'a', label: words.keys.adjusted, run: toggleAdjusted },
    { keys: 'e', label: words.eventsMeaning, run: toggleEvents },
    { keys: 'i', label: words.indicators, run: model.pickIndicators },
    { keys: 'c', label: words.keys.compare, run: model.askCompared },
    { keys: 'l', label: words.levels, run: model.editDrawn },
    { keys: 'b', label: words.tableMeaning, run: model.showTable },
  ]);
  return (
    <div class="toolbar chart-toolbar">
      <Segmented
        label={words.interval}
        choices={NAMED_INTERVALS.map(([value, label]) => ({ value, label }))}
        value={state.interval}
        onChoose={(interval) => model.change({ interval })}
      />
      <Looks model={model} isCompared={comparisonCount > 0} />
      <div class="toolbar toolbar-end">
        <Toggle
          label={words.adjusted}
          title={words.adjustedMeaning}
          isPressed={state.adjusted && isAdjustable}
          disabled={!isAdjustable}
          onClick={toggleAdjusted}
        />
        <Toggle
          label={words.events}
          title={words.eventsMeaning}
          isPressed={state.events}
          onClick={toggleEvents}
        />
        <Tool title={words.compareMeaning} onClick={model.askCompared}>
          {words.compare}
          <Count of={comparisonCount} />
        </Tool>
        <Tool title={words.levelsMeaning} onClick={model.editDrawn}>
          {words.levels}
        </Tool>
        <Tool onClick={model.pickIndicators}>
          {words.indicators}
          <Count of={model.indicators.value.length} />
        </Tool>
        <Tool title={words.tableMeaning} onClick={model.showTable}>
          <Icon name="table" />
          {words.table}
        </Tool>
      </div>
    </div>
  );
}

/** How the price is drawn and on which scale, which is always in percent when securities are compared. */
function Looks({ model, isCompared }: { model: ChartModel; isCompared: boolean }) {
  const words = text.value.chart;
  const { kind, scale } = model.state.value;
  return [
    <select
      key="kind"
      class="input"
      aria-label={words.kind}
      value={kind}
      onChange={({ currentTarget: { value } }) => model.change({ kind: value as Kind })}
    >
      {KINDS.map((each) => (
        <option key={each} value={each} selected={each === kind}>
          {words.kinds[each]}
        </option>
      ))}
    </select>,
    <select
      key="scale"
      class="input"
      aria-label={words.scale}
      value={isCompared ? 'percent' : scale}
      disabled={isCompared}
      onChange={({ currentTarget: { value } }) =>
        model.change({ scale: SCALES.find((each) => each === value) ?? 'linear' })
      }
    >
      {SCALES.map((each) => (
        <option key={each} value={each} selected={each === (isCompared ? 'percent' : scale)}>
          {words.scales[each]}
        </option>
      ))}
    </select>,
  ];
}

/** How much of the past is in view, and exports; placed below the drawing, as on other charts. */
export function RangeBar({ model }: { model: ChartModel }) {
  const words = text.value.chart;
  return (
    <div class="toolbar">
      <Segmented
        label={words.range}
        choices={NAMED_RANGES.map((value) => ({ value, label: value === 'All' ? words.all : value }))}
        value={model.state.value.range}
        onChoose={(range) => model.change({ range })}
      />
      <DayInput aria-label={words.goTo} onChange={(day) => day !== '' && void model.goToDate(day)} />
      <Tool title={words.pictureMeaning} onClick={model.exportPicture}>
        <Icon name="download" />
        {words.picture}
      </Tool>
      <Tool title={words.csvMeaning} onClick={model.exportCsv}>
        <Icon name="download" />
        {words.csv}
      </Tool>
    </div>
  );
}

function Tool({
  title,
  onClick,
  children,
}: {
  title?: string;
  onClick(): void;
  children: ComponentChildren;
}) {
  return (
    <button type="button" class="button" {...(title !== undefined && { title })} onClick={onClick}>
      {children}
    </button>
  );
}

function Toggle({
  label,
  title,
  isPressed,
  disabled = false,
  onClick,
}: {
  label: string;
  title: string;
  isPressed: boolean;
  disabled?: boolean;
  onClick(): void;
}) {
  return (
    <button
      type="button"
      class="button"
      title={title}
      aria-pressed={isPressed}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </button>
  );
}

function Count({ of }: { of: number }) {
  return of === 0 ? null : <span class="badge badge-accent">{of}</span>;
}
