import { h } from 'preact';
import { instant, NOTHING } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { DataTable } from '../../view/data-table.js';
import { isWeb } from '../../view/links.js';
import { ask, useRead } from '../../view/read.js';
import { ReadingView } from '../../view/states.js';
import type { OfCompany } from './of-company.js';

/** Filings of the company, the newest first. */
export function Filings({ detail: { ticker } }: OfCompany) {
  const words = text.value.company.filings;
  const filings = useRead(ask('/fundamental/filings', { ticker, limit: 200 }));
  return (
    <Card title={words.title}>
      <ReadingView of={filings} empty={words.empty}>
        {({ data }) => (
          <DataTable
            label={words.title}
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              { heading: words.filed, cell: ({ filing_date: date }) => date },
              {
                heading: words.type,
                cell: ({ report_type: type }) =>
                  text.value.codes.reports[type ?? ''] ?? (type ?? NOTHING).replaceAll('_', ' '),
              },
              { heading: words.period, cell: ({ period_end_date: end }) => end },
              { heading: words.accepted, cell: ({ accepted_date: at }) => instant(at), wideOnly: true },
              {
                heading: words.document,
                cell: ({ id, report_url: report, filing_url: filing }) => {
                  const url = report ?? filing;
                  return isWeb(url) ? (
                    <a href={url} target="_blank" rel="noreferrer">
                      {words.open}
                    </a>
                  ) : (
                    <code>{id}</code>
                  );
                },
                wideOnly: true,
              },
            ]}
          />
        )}
      </ReadingView>
    </Card>
  );
}
