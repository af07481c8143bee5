import { h } from 'preact';
import { Chart } from './chart.js';

/** The page: the chart of one security or index, with its head and its corporate actions. */
export function ChartPage() {
  return <Chart place={{ page: 'chart', rest: [] }} hasHead />;
}
