import { Fragment, h } from 'preact';
import { compact, percent, price, ratio, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { ExplainButton } from '../../view/explain.js';
import { companyAddress } from '../../view/links.js';
import { ask, type Reading, type RowOf, read, readEach, useAnswer, useRead } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { MissingParts, ReadingView } from '../../view/states.js';
import { toneOf } from '../../view/tone.js';
import type { OfCompany } from './of-company.js';

const PEERS = 12;

type Peer = RowOf<'/related-stocks'>;
type Detail = OfCompany['detail'];

/** The security among its closest industry peers. */
export function Peers({ detail }: OfCompany) {
  const words = text.value.company.peers;
  const peers = useRead(ask('/related-stocks', { ticker: detail.ticker, limit: PEERS }));
  const tickers = (peers.body?.data ?? []).map(({ ticker }) => ticker);
  const details = useDetails(tickers, detail.date);
  return (
    <Card
      title={words.title}
      tools={
        <ExplainButton
          by={{
            title: words.title,
            meaning: words.meaning,
            formula: words.formula,
            source: `GET /related-stocks?ticker=${detail.ticker}, GET /detail/{ticker}`,
          }}
        />
      }
    >
      <ReadingView of={peers} empty={words.empty}>
        {({ data }) => (
          <Fragment>
            <MissingParts of={[details]} />
            <DataTable
              label={words.title}
              rows={[
                rowOf(detail, null),
                ...data.map((peer) => rowOf(details.body?.get(peer.ticker) ?? null, peer)),
              ]}
              keyOf={({ ticker }) => ticker}
              columns={columns()}
            />
          </Fragment>
        )}
      </ReadingView>
    </Card>
  );
}

/** A row of the comparison; the security itself has no peer record, a peer has no detail until it is read. */
interface PeerRow {
  ticker: string;
  name: string | null;
  close: number | null;
  change: number | null;
  cap: number | null;
  level: number | null;
  detail: Detail | null;
}

function rowOf(detail: Detail | null, peer: Peer | null): PeerRow {
  return {
    ticker: peer?.ticker ?? detail?.ticker ?? '',
    name: peer?.name ?? detail?.name ?? null,
    close: peer?.close ?? detail?.last_price ?? null,
    change: peer?.change_percent ?? detail?.change_percent ?? null,
    cap: peer?.market_cap ?? detail?.market_cap ?? null,
    level: peer?.common_level ?? null,
    detail,
  };
}

function columns(): readonly TableColumn<PeerRow>[] {
  const words = text.value.company.peers;
  const { figures } = text.value.company;
  const { ticker, name, close, change } = text.value.common;
  return [
    { heading: ticker, cell: (row) => <a href={companyAddress(row.ticker)}>{row.ticker}</a> },
    { heading: name, cell: (row) => row.name, wideOnly: true },
    { heading: close, cell: (row) => price(row.close), numeric: true },
    {
      heading: change,
      cell: (row) => <span class={toneOf(row.change)}>{withSign(row.change, percent)}</span>,
      numeric: true,
    },
    {
      heading: figures.market_cap.label,
      cell: (row) => compact(row.cap),
      numeric: true,
      wideOnly: true,
    },
    { heading: figures.pe.label, cell: ({ detail }) => ratio(detail?.pe), numeric: true },
    { heading: figures.pb.label, cell: ({ detail }) => ratio(detail?.pb), numeric: true },
    {
      heading: figures.eps.label,
      cell: ({ detail }) => price(round(detail?.eps)),
      numeric: true,
      wideOnly: true,
    },
    {
      heading: words.common,
      cell: ({ level }) => (level === null ? words.itself : (words.levels[level] ?? words.levels[0])),
      wideOnly: true,
    },
  ];
}

const round = (value: number | null | undefined) =>
  value === null || value === undefined ? null : Math.round(value);

/** Reads several securities as of a day, by ticker. */
function useDetails(tickers: readonly string[], date: string | null): Reading<ReadonlyMap<string, Detail>> {
  const { api } = useSession();
  return useAnswer(tickers.length === 0 ? null : JSON.stringify([tickers, date]), async (signal) => {
    const details = await readEach(tickers, (ticker) =>
      read(api, ask('/detail/{ticker}', { date }, { ticker }), signal),
    );
    return new Map(details.map((detail) => [detail.ticker, detail]));
  });
}
