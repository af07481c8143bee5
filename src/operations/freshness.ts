import { Injectable } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';
import { FreshnessRepository, type LastImport } from './freshness.repository.js';

/** Reports the freshness of the stored market to Prometheus. */
@Injectable()
export class Freshness {
  constructor(metrics: Metrics, freshness: FreshnessRepository) {
    const aggregator = 'max';
    metrics.offer(
      {
        name: 'mds_quote_age_open_days',
        help: 'Open days of the calendar after the newest quote up to today, today included',
        labelNames: [],
        aggregator,
      },
      async () => {
        const age = await freshness.quoteAge();
        return age === undefined ? [] : [{ labels: {}, value: age }];
      },
    );
    metrics.offer(
      {
        name: 'mds_approvals_pending',
        help: 'Quotes that wait for approval, as they were last checked',
        labelNames: [],
        aggregator,
      },
      async () => [{ labels: {}, value: await freshness.pendingQuotes() }],
    );
    const ofImports = (name: string, help: string, value: (last: LastImport) => number) =>
      metrics.offer({ name, help, labelNames: ['data_set'], aggregator }, async () =>
        (await freshness.lastImports()).map((last) => ({
          labels: { data_set: last.data_set },
          value: value(last),
        })),
      );
    ofImports(
      'mds_import_timestamp_seconds',
      'End of the last import of a data set, seconds since 1970',
      ({ ended }) => ended,
    );
    ofImports(
      'mds_import_rejected_rows',
      'Rows that the last import of a data set rejected',
      ({ rejected }) => rejected,
    );
  }
}
