import {
  Histogram,
  type HistogramConfiguration,
  type MetricObjectWithValues,
  type MetricValueWithName,
} from 'prom-client';

type Exposed = MetricObjectWithValues<MetricValueWithName<string>>;

/** How long the requests of one set of labels took. */
export class DurationSeries<Labels extends Readonly<Record<string, string>>> {
  /** how many fell into each bucket; the last is beyond all ends */
  readonly counts: number[];
  /** seconds */
  sum = 0;

  constructor(
    readonly labels: Labels,
    private readonly ends: readonly number[],
  ) {
    this.counts = [...ends, Number.POSITIVE_INFINITY].map(() => 0);
  }

  get count(): number {
    return this.counts.reduce((sum, own) => sum + own, 0);
  }

  observe(seconds: number): void {
    let bucket = 0;
    while (bucket < this.ends.length && seconds > (this.ends[bucket] as number)) bucket++;
    this.counts[bucket] = (this.counts[bucket] as number) + 1;
    this.sum += seconds;
  }
}

/**
 * A histogram of seconds that is counted by series, which the caller looks up: the library's own writes the labels out
 * and looks them up at each observation.
 */
export class Durations<Labels extends Readonly<Record<string, string>>> extends Histogram {
  constructor(
    private readonly configuration: HistogramConfiguration<string> & { buckets: number[] },
    private readonly series: () => Iterable<DurationSeries<Labels>>,
  ) {
    super(configuration);
  }

  /** A series of these labels, with the buckets of this histogram. */
  seriesOf(labels: Labels): DurationSeries<Labels> {
    return new DurationSeries(labels, this.configuration.buckets);
  }

  override get(): Promise<Exposed> {
    return this.getForPromString();
  }

  /** Returns the cumulative buckets, the sum and the count of each series; the library calls this for its text. */
  async getForPromString(): Promise<Exposed> {
    const { name, help } = this.configuration;
    const values = [...this.series()].flatMap((series) => this.valuesOf(series));
    // The library's types have numbers for the kinds that it spells out.
    return { name, help, type: 'histogram', aggregator: 'sum', values } as unknown as Exposed;
  }

  private valuesOf({ labels, counts, sum }: DurationSeries<Labels>): MetricValueWithName<string>[] {
    const { name, buckets: ends } = this.configuration;
    let count = 0;
    const buckets = counts.map((own, at) => {
      count += own;
      return { metricName: `${name}_bucket`, labels: { ...labels, le: ends[at] ?? '+Inf' }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
