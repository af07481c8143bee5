import {
  Histogram,
  type HistogramConfiguration,
  type MetricObjectWithValues,
  type MetricValueWithName,
} from 'prom-client';

type Exposed = MetricObjectWithValues<MetricValueWithName<string>>;

/** How long the requests of one set of labels took. */
interface Series {
  labels: Readonly<Record<string, string>>;
  /** how many fell into each bucket, the last beyond all */
  counts: number[];
  /** seconds */
  sum: number;
}

/**
 * A histogram of seconds that is counted by the observers that it gives out: the library's own names and checks the labels
 * at each observation, which takes longer than all else that is measured about a short request.
 */
export class Durations extends Histogram {
  private readonly series: Series[] = [];
  private readonly ends: readonly number[];

  constructor(private readonly described: HistogramConfiguration<string> & { buckets: number[] }) {
    super(described);
    this.ends = described.buckets;
  }

  /** What counts a duration under these labels; to be asked for once and kept. */
  observerOf(labels: Readonly<Record<string, string>>): (seconds: number) => void {
    const series: Series = {
      labels,
      counts: [...this.ends, Number.POSITIVE_INFINITY].map(() => 0),
      sum: 0,
    };
    this.series.push(series);
    return (seconds) => {
      let bucket = 0;
      while (bucket < this.ends.length && seconds > (this.ends[bucket] as number)) bucket++;
      series.counts[bucket] = (series.counts[bucket] as number) + 1;
      series.sum += seconds;
    };
  }

  override get(): Promise<Exposed> {
    return this.getForPromString();
  }

  /** Of each series the buckets, which count all up to their end, the sum and the number; the library asks for text by this. */
  async getForPromString(): Promise<Exposed> {
    const { name, help } = this.described;
    const values = this.series.flatMap((series) => this.valuesOf(series));
    // The library's types number the kinds that it spells.
    return { name, help, type: 'histogram', aggregator: 'sum', values } as unknown as Exposed;
  }

  private valuesOf({ labels, counts, sum }: Series): MetricValueWithName<string>[] {
    const { name } = this.described;
    let count = 0;
    const buckets = counts.map((own, at) => {
      count += own;
      const le = this.ends[at] ?? '+Inf';
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
