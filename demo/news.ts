import type { DemoAction, DemoBar, DemoCompany, DemoMarket, DemoPart } from './demo-market.js';
import { MARKET_TOPICS, type Topic } from './news-topics.js';
import { type Random, randomOf } from './random.js';

/** Part of every piece of news, so that nobody takes it for a real one. */
export const SOURCE = 'Demo Wire (synthetic)';

/** A piece of news by the columns of its data set. */
export interface DemoNews {
  news_id: string;
  title: string;
  summary: string;
  url: string;
  source: string;
  source_type: 'exchange' | 'own' | 'press';
  category: string;
  tickers: string[];
  language: 'vi' | 'en';
  published_at: string;
  sentiment: 'positive' | 'neutral' | 'negative';
  sentiment_score: number;
}

/** The content of a piece of news. */
interface Story {
  id: string;
  /** VND session time of the day, `16:30` */
  at: string;
  vi: [title: string, summary: string];
  en: [title: string, summary: string];
  category: string;
  sourceType: DemoNews['source_type'];
  tickers: string[];
  /** from −1 to 1 */
  score: number;
}

/** About two pieces per trading day: one on the market, one on a company that moved, and one for every ex-date. */
export const newsPart: DemoPart = (market) => {
  const actions = grouped(market.actions, ({ ex_date }) => ex_date);
  const returns = returnsByDay(market);
  const news = market.days.flatMap((day, index) => [
    ...(actions.get(day) ?? []).map((action) => newsOf(disclosure(action), day)),
    newsOf(ofMarket(market, day, index), day),
    ...ofCompany(market, returns, day).map((story) => newsOf(story, day)),
  ]);
  return [{ dataSet: 'news', records: news }];
};

function newsOf(story: Story, day: string): DemoNews {
  const random = randomOf(`news:${story.id}:${day}`);
  const language = random.uniform() < 0.7 ? 'vi' : 'en';
  const [title, summary] = story[language];
  const note =
    language === 'vi' ? 'Tin giả lập, không phải sự kiện có thật.' : 'Synthetic news, not a real event.';
  const score = Math.round(Math.max(-1, Math.min(1, story.score)) * 100) / 100;
  const news_id = `demo-${day}-${story.id}`;
  return {
    news_id,
    title,
    summary: `${summary} ${note}`,
    url: `https://example.com/demo-news/${news_id}`,
    source: SOURCE,
    source_type: story.sourceType,
    category: story.category,
    tickers: story.tickers,
    language,
    published_at: `${day}T${story.at}:00+07:00`,
    sentiment: score > 0.15 ? 'positive' : score < -0.15 ? 'negative' : 'neutral',
    sentiment_score: score,
  };
}

/** An exchange announces an ex-date in its morning: otherwise a later last day would add news of earlier days. */
function disclosure(action: DemoAction): Story {
  const { ticker, type, ex_date } = action;
  const words = type.replaceAll('_', ' ');
  const terms = ACTION_WORDS[type];
  return {
    id: `${ticker}-${type}`,
    at: '08:05',
    vi: [
      `${ticker}: ngày giao dịch không hưởng quyền ${terms}`,
      `Sở giao dịch thông báo ngày ${ex_date} là ngày giao dịch không hưởng quyền đối với cổ phiếu ${ticker} (${terms}).`,
    ],
    en: [
      `${ticker}: ex-date of a ${words}`,
      `The exchange announces that shares of ${ticker} trade ex ${words} from ${ex_date}.`,
    ],
    category: 'securities',
    sourceType: 'exchange',
    tickers: [ticker],
    score: type === 'rights_issue' ? -0.2 : type.endsWith('dividend') ? 0.4 : 0,
  };
}

const ACTION_WORDS: Readonly<Record<DemoAction['type'], string>> = {
  cash_dividend: 'cổ tức bằng tiền mặt',
  stock_dividend: 'cổ tức bằng cổ phiếu',
  bonus_issue: 'cổ phiếu thưởng',
  rights_issue: 'quyền mua cổ phiếu phát hành thêm',
  split: 'chia tách cổ phiếu',
  meeting: 'họp đại hội đồng cổ đông',
  listing: 'niêm yết cổ phiếu',
  other: 'sự kiện khác',
};

/** News of the market: every category in turn, the first with the index of the day. */
function ofMarket(market: DemoMarket, day: string, index: number): Story {
  const random = randomOf(`news:market:${day}`);
  const topic = MARKET_TOPICS[index % MARKET_TOPICS.length] as Topic;
  const move = indexMove(market, day);
  const sentence = topic.sentences[
    random.between(0, topic.sentences.length - 1)
  ] as Topic['sentences'][number];
  return {
    id: 'market',
    at: '15:40',
    vi: [sentence.vi, `VN-Index ${move >= 0 ? 'tăng' : 'giảm'} ${percent(move, 'vi')} trong phiên.`],
    en: [sentence.en, `The VN-Index ${move >= 0 ? 'rose' : 'fell'} ${percent(move, 'en')} in the session.`],
    category: topic.category,
    sourceType: random.uniform() < 0.5 ? 'own' : 'press',
    tickers: [],
    score: move / 0.02 + 0.2 * random.normal(),
  };
}

/** News of one company of the day, the more likely the more it moved; its tone is that of its return. */
function ofCompany(market: DemoMarket, returns: ReturnsByDay, day: string): Story[] {
  const random = randomOf(`news:company:${day}`);
  const moved = (returns.get(day) ?? []).toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  const chosen = moved[Math.floor(random.uniform() * random.uniform() * moved.length)];
  const company = market.companies.find(({ ticker }) => ticker === chosen?.ticker);
  return chosen === undefined || company === undefined ? [] : [companyStory(company, chosen, random)];
}

function companyStory(company: DemoCompany, { bar, change }: Move, random: Random): Story {
  const { ticker, name, name_en } = company;
  const isUp = change >= 0;
  const isAnalysis = random.uniform() < 0.3;
  const price = bar.close;
  return {
    id: ticker,
    at: isAnalysis ? '17:15' : '16:10',
    vi: [
      isAnalysis
        ? `Góc nhìn: cổ phiếu ${ticker} ${isUp ? 'thu hút dòng tiền' : 'chịu áp lực chốt lời'}`
        : `${ticker} ${isUp ? 'tăng' : 'giảm'} ${percent(change, 'vi')}, thanh khoản ${thousands(bar.volume, '.')} cổ phiếu`,
      `Cổ phiếu ${ticker} của ${name} đóng cửa ở ${thousands(price, '.')} đồng.`,
    ],
    en: [
      isAnalysis
        ? `View: ${ticker} ${isUp ? 'draws buyers' : 'under pressure of profit-taking'}`
        : `${ticker} ${isUp ? 'up' : 'down'} ${percent(change, 'en')} on ${thousands(bar.volume, ',')} shares`,
      `Shares of ${name_en} closed at ${thousands(price, ',')} dong.`,
    ],
    category: isAnalysis ? 'analysis' : random.uniform() < 0.5 ? 'business' : 'securities',
    sourceType: isAnalysis ? 'own' : 'press',
    tickers: [ticker],
    score: change / 0.07 + 0.15 * random.normal(),
  };
}

/** A company's bar with its return since its bar before, decimal. */
interface Move {
  ticker: string;
  bar: DemoBar;
  change: number;
}
type ReturnsByDay = ReadonlyMap<string, Move[]>;

function returnsByDay(market: DemoMarket): ReturnsByDay {
  const moves = [...market.bars].flatMap(([ticker, bars]) => {
    const exDates = new Set(
      market.actions.filter((each) => each.ticker === ticker).map(({ ex_date }) => ex_date),
    );
    // On an ex-date the close before does not compare.
    return bars.slice(1).flatMap((bar, index): Move[] => {
      const before = bars[index]?.close ?? bar.close;
      return exDates.has(bar.date) ? [] : [{ ticker, bar, change: bar.close / before - 1 }];
    });
  });
  return grouped(moves, ({ bar }) => bar.date);
}

function indexMove(market: DemoMarket, day: string): number {
  const levels = market.indices.get('VNINDEX') ?? [];
  const at = levels.findIndex(({ date }) => date === day);
  const [before, now] = [levels[at - 1]?.close, levels[at]?.close];
  return before === undefined || now === undefined ? 0 : now / before - 1;
}

function percent(change: number, language: 'vi' | 'en'): string {
  const text = (Math.abs(change) * 100).toFixed(2);
  return language === 'vi' ? `${text.replace('.', ',')} %` : `${text}%`;
}

/** A whole number with its thousands marked; by hand, so that no machine's locale data takes part. */
function thousands(value: number, mark: string): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, mark);
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
