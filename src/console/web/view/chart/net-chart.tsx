import { h } from 'preact';
import { compact, withSign } from '../../format.js';
import { TimeChart } from './time-chart.js';

/** Purchases less sales, day by day, as columns up and down. `series` names them, `label` the drawing. */
export function NetChart({
  label,
  series,
  days,
  values,
}: {
  label: string;
  series: string;
  days: readonly string[];
  values: readonly (number | null)[];
}) {
  return (
    <TimeChart
      label={label}
      days={days}
      format={(value) => withSign(value, compact)}
      series={[{ label: series, kind: 'columns', tone: 'sign', values }]}
    />
  );
}
