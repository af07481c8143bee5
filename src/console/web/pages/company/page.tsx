import { type ComponentChildren, h } from 'preact';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { chartAddress } from '../../view/links.js';
import { useAnswer } from '../../view/read.js';
import { route } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { Empty, Failure, Loading } from '../../view/states.js';
import { Actions } from './actions.js';
import { Chart } from './chart.js';
import { readDetail } from './detail.js';
import { Filings } from './filings.js';
import { Flows } from './flows.js';
import { CompanyHead } from './head.js';
import { Health } from './health.js';
import { CompanyNews } from './news.js';
import type { OfCompany } from './of-company.js';
import { OrderBook } from './order-book.js';
import { Overview } from './overview.js';
import { Peers } from './peers.js';
import { Ratios } from './ratios.js';
import { Signals } from './signals.js';
import { Statements } from './statements.js';
import { CompanyTabs, type TabId, tabOf } from './tabs.js';
import { Valuation } from './valuation.js';

/** What each tab shows. */
const PARTS: Readonly<Record<TabId, (of: OfCompany) => ComponentChildren>> = {
  overview: Overview,
  chart: Chart,
  statements: Statements,
  ratios: Ratios,
  health: Health,
  valuation: Valuation,
  peers: Peers,
  flows: Flows,
  actions: Actions,
  filings: Filings,
  news: CompanyNews,
  book: OrderBook,
  signals: Signals,
};

/** The page: head, tabs, and the part named by the address. */
export function CompanyPage() {
  const { path } = route.value;
  const ticker = (path[0] ?? '').toUpperCase();
  const tab = tabOf(path[1]);
  const { api } = useSession();
  const {
    body: detail,
    error,
    isLoading,
    retry,
  } = useAnswer(ticker === '' ? null : ticker, (signal) => readDetail(api, ticker, signal));
  const words = text.value.company;
  useEffect(() => {
    if (ticker !== '') document.title = `${ticker} · ${words.tabs[tab]} – Market Data Console`;
  }, [ticker, tab, words]);
  if (ticker === '') return <NoCompany title={words.none} />;
  if (error !== null && !isLoading) {
    return (
      <div class="stack">
        <Failure error={error} retry={retry} />
        <NoCompany title={words.unknown(ticker)} />
      </div>
    );
  }
  if (detail === null || detail.ticker !== ticker) return <Loading />;
  if (detail.security_type === 'index') return <AnIndex code={ticker} />;
  const Part = PARTS[tab];
  return (
    <div class="company stack">
      <CompanyHead detail={detail} />
      <CompanyTabs ticker={ticker} tab={tab} />
      <Part key={`${ticker} ${tab}`} detail={detail} />
    </div>
  );
}

function NoCompany({ title }: { title: string }) {
  const words = text.value.company;
  return (
    <Empty title={title}>
      <h1 class="visually-hidden">{words.title}</h1>
      <p>{words.searchHint}</p>
      <a class="button button-primary" href={addressOf('market')}>
        {words.toMarket}
      </a>
    </Empty>
  );
}

/** For an index, which has members and levels but no company data. */
function AnIndex({ code }: { code: string }) {
  const words = text.value.company;
  return (
    <Empty title={words.isIndex(code)}>
      <h1 class="visually-hidden">{code}</h1>
      <p class="state-actions">
        <a class="button button-primary" href={addressOf('market', [], { scope: code })}>
          {text.value.market.indexScope(code)}
        </a>
        <a class="button" href={chartAddress(code)}>
          {words.tabs.chart}
        </a>
      </p>
    </Empty>
  );
}
