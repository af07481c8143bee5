import { isAborted } from '../api.js';
import { promptDialog } from '../dialog.js';
import { percent, price, signed } from '../format.js';
import { currentRoute, onRoute, type Route, rewriteRoute } from '../router.js';
import type { Session } from '../session.js';
import { addShortcuts } from '../shortcuts.js';
import { onTheme } from '../theme.js';
import { toastError, toastWarning } from '../toast.js';
import { type Child, empty, failure, fill, loading } from '../ui.js';
import { type Action, actionsTable } from './chart/actions.js';
import { showBars } from './chart/bars-table.js';
import { type Chosen, type Indicator, keyOf, readChosen } from './chart/catalogue.js';
import { type Compared, comparedOf, MOST_COMPARED, readCompared } from './chart/compare.js';
import { ChartDrawing } from './chart/drawing.js';
import { csvOf, download } from './chart/export.js';
import { buildFrame, type Frame } from './chart/frame.js';
import { priceHeader } from './chart/header.js';
import { chooseIndicators } from './chart/indicator-dialog.js';
import { editLevels } from './chart/levels.js';
import { anyTicker, Market, readActionsOf, readDetail } from './chart/market.js';
import { type ChartState, queryOf, stateOf } from './chart/state.js';
import { Toolbar } from './chart/toolbar.js';

/** How the chart was left, for who comes back to it in this tab. */
let left: ChartState | null = null;

/** The chart of one security or index; `place` is where in the console it stands. */
export function mount(root: HTMLElement, session: Session, place = PAGE): () => void {
  const page = new ChartPage(root, session, place);
  return () => page.leave();
}

/** Where a chart stands: its page, and what follows the ticker in the address. */
interface Place {
  page: string;
  rest: readonly string[];
}

const PAGE: Place = { page: 'chart', rest: [] };

/** Keeps address, toolbar, data and drawing in step: every change goes through {@link show}. */
class ChartPage {
  private state: ChartState;
  private readonly toolbar = new Toolbar({
    change: (change) => void this.show({ ...this.state, ...change }),
    pickIndicators: () => this.pickIndicators(),
    showTable: () => this.showTable(),
    compare: () => void this.askCompared(),
    editLevels: () =>
      editLevels(this.state.ticker, this.market?.rows.at(-1)?.close ?? null, () => this.drawing.drawLevels()),
    goToDate: (date) => void this.goToDate(date),
    exportPicture: () =>
      this.drawing.picture().toBlob((file) => file !== null && download(file, `${this.fileName()}.png`)),
    exportCsv: () => this.exportCsv(),
  });
  private readonly frame: Frame;
  private readonly drawing: ChartDrawing;
  private readonly catalogue: Promise<readonly Indicator[]>;
  private readonly stops: (() => void)[];
  private market: Market | null = null;
  private chosen: Chosen[] = [];
  private compared: Compared[] = [];
  private actions: readonly Action[] = [];
  /** false for an index, which nothing adjusts */
  private isAdjustable = true;
  /** ends with the ticker, and with what is read of its bars */
  private ofTicker = new AbortController();
  private ofBars = new AbortController();

  constructor(
    root: HTMLElement,
    private readonly session: Session,
    private readonly place: Place,
  ) {
    this.frame = buildFrame(root, this.toolbar);
    this.drawing = new ChartDrawing(this.frame, {
      needOlder: () => void this.readOlder(),
      edit: () => this.pickIndicators(),
      remove: (one) => this.choose(this.chosen.filter((each) => each !== one)),
    });
    this.catalogue = session.api
      .list<Indicator>('/trade/technical-analysis/indicators', { limit: 1000 })
      .then(({ data }) => data);
    this.catalogue.catch((error: unknown) => toastError('The indicators could not be read', error));
    this.stops = [
      onTheme(() => this.drawing.paint()),
      onRoute((route) => (this.isHere(route) ? void this.show(this.follow(route, this.state)) : undefined)),
      addShortcuts('Chart', this.toolbar.shortcuts()),
    ];
    this.state = this.follow(currentRoute(), left);
    void this.open();
  }

  leave(): void {
    left = this.state;
    this.ofTicker.abort();
    this.ofBars.abort();
    for (const stop of this.stops) stop();
    this.drawing.destroy();
  }

  private isHere({ page, path }: Route): boolean {
    return page === this.place.page && this.place.rest.every((part, at) => path[at + 1] === part);
  }

  /** What an address asks for; one with nothing but a ticker, as of the search, keeps the rest as it was. */
  private follow(route: Route, before: ChartState | null): ChartState {
    const asked = stateOf(route);
    if (before === null || route.query.size > 0) return asked;
    return { ...before, ticker: asked.ticker === '' ? before.ticker : asked.ticker };
  }

  /** Changes what is shown, and reads as little as that needs. */
  private async show(next: ChartState): Promise<void> {
    const before = this.state;
    this.state = next;
    this.remember();
    if (next.ticker !== before.ticker || this.market === null) await this.open();
    else if (next.interval !== before.interval || next.adjusted !== before.adjusted) await this.readBars();
    else {
      if (next.indicators !== before.indicators) await this.readIndicators();
      if (next.range !== before.range) await this.readRange();
    }
    if (next.events !== before.events) this.drawActions();
    if (next.kind !== before.kind || next.scale !== before.scale) this.drawing.look(next);
    if (next.compare !== before.compare) await this.readCompared();
  }

  private remember(): void {
    const { ticker } = this.state;
    const { page, rest } = this.place;
    rewriteRoute(page, ticker === '' ? [] : [ticker, ...rest], queryOf(this.state));
    this.toolbar.show(this.state, {
      count: this.chosen.length,
      compared: comparedOf(this.state).length,
      isAdjustable: this.isAdjustable,
    });
  }

  /** Reads everything of a ticker: its head, its bars and its corporate actions, each as soon as it comes. */
  private async open(): Promise<void> {
    this.ofTicker.abort();
    this.ofTicker = new AbortController();
    const { signal } = this.ofTicker;
    this.market = null;
    this.actions = [];
    this.cover(loading('Loading the chart …'));
    fill(this.frame.actions);
    await this.attempt(signal, async () => {
      if (this.state.ticker === '') {
        const ticker = await anyTicker(this.session.api, signal);
        if (ticker === null) return this.cover(empty('There are no quotes yet', 'Import some first.'));
        this.state = { ...this.state, ticker };
      }
      this.remember();
      await Promise.all([this.readBars(), this.readHead(signal), this.readActions(signal)]);
    });
  }

  private async readHead(signal: AbortSignal): Promise<void> {
    const { ticker } = this.state;
    try {
      const detail = await readDetail(this.session.api, ticker, signal);
      fill(this.frame.head, priceHeader(detail));
      this.isAdjustable = detail.security_type !== 'index';
      this.remember();
      const last = `${price(detail.last_price)} ${signed(detail.change_percent, percent)}`;
      document.title = `${ticker} ${last} – Market Data Console`;
    } catch (error) {
      if (!isAborted(error)) fill(this.frame.head, failure(error));
    }
  }

  private async readActions(signal: AbortSignal): Promise<void> {
    const { ticker } = this.state;
    try {
      this.actions = await readActionsOf(this.session.api, ticker, signal);
      fill(this.frame.actions, actionsTable(ticker, this.actions));
      this.drawActions();
    } catch (error) {
      if (!isAborted(error))
        fill(
          this.frame.actions,
          failure(error, () => void this.readActions(signal)),
        );
    }
  }

  /** Reads the bars and the indicators anew, and draws both at once. */
  private async readBars(): Promise<void> {
    this.ofBars.abort();
    this.ofBars = new AbortController();
    const { signal } = this.ofBars;
    // What is changed until the new ones are here has nothing to be added to: it begins anew.
    this.market = null;
    this.cover(loading('Loading the chart …'));
    await this.attempt(signal, async () => {
      const market = new Market(this.session.api, this.state, signal);
      const [catalogue] = await Promise.all([this.catalogue.catch(() => []), market.read()]);
      this.chosen = readChosen(this.state.indicators, catalogue);
      await market.choose(this.chosen);
      signal.throwIfAborted();
      this.market = market;
      this.remember();
      this.drawing.show(market, this.chosen);
      this.drawing.look(this.state);
      this.drawActions();
      this.drawing.showFrom(market.firstDay(this.state.range));
      void this.readCompared();
      this.cover(market.rows.length === 0 && empty('No bars', `No quote of ${this.state.ticker} is stored.`));
    });
  }

  private async readIndicators(): Promise<void> {
    const { market } = this;
    if (market === null) return;
    const { signal } = this.ofBars;
    await this.attempt(signal, async () => {
      this.chosen = readChosen(this.state.indicators, await this.catalogue);
      this.remember();
      await market.choose(this.chosen);
      this.drawing.show(market, this.chosen);
    });
  }

  private async readRange(): Promise<void> {
    const { market } = this;
    const { range } = this.state;
    if (market === null) return;
    await this.attempt(this.ofBars.signal, async () => {
      await market.read(range);
      await market.choose(this.chosen);
      this.drawing.show(market, this.chosen);
      this.drawActions();
      this.drawing.showFrom(market.firstDay(range));
      await this.readCompared();
    });
  }

  /** The reader scrolls into the past. */
  private async readOlder(): Promise<void> {
    const { market } = this;
    if (market === null) return;
    try {
      if (!(await market.readOlder()) || market !== this.market) return;
      this.drawing.show(market, this.chosen);
      this.drawActions();
      await this.readCompared();
    } catch (error) {
      if (!isAborted(error)) toastError('Older bars could not be read', error);
    }
  }

  /** Reads the securities beside this one over the bars that are here; an unknown one is said to be one. */
  private async readCompared(): Promise<void> {
    const { market, state } = this;
    const from = market?.rows[0]?.date;
    if (from === undefined) return;
    try {
      const compared = await readCompared(this.session.api, state, from, this.ofBars.signal);
      if (market !== this.market || state.compare !== this.state.compare) return;
      const missing = compared.filter(({ bars }) => bars.length === 0).map(({ ticker }) => ticker);
      if (missing.length > 0)
        toastWarning(`Not compared: ${missing.join(', ')}`, 'No quote of it is stored.');
      this.compared = compared.filter(({ bars }) => bars.length > 0);
      this.drawing.compare(this.compared);
      this.drawing.look(this.state);
    } catch (error) {
      if (!isAborted(error)) toastError('The others could not be read', error);
    }
  }

  private async askCompared(): Promise<void> {
    const answer = await promptDialog('Compare with others', 'Tickers and indices, by commas', {
      action: 'Compare',
      hint: `At most ${MOST_COMPARED}; each begins at 0 % where the visible part does. None: the chart alone.`,
      value: this.state.compare,
    });
    if (answer === null) return;
    await this.show({ ...this.state, compare: comparedOf({ ...this.state, compare: answer }).join(',') });
  }

  /** Shows the bar of a day, reading as far back as it lies. */
  private async goToDate(date: string): Promise<void> {
    const { market } = this;
    if (market === null) return;
    await this.attempt(this.ofBars.signal, async () => {
      await market.reach(date);
      await market.choose(this.chosen);
      if (market !== this.market) return;
      this.drawing.show(market, this.chosen);
      this.drawActions();
      this.drawing.goToDate(date);
      await this.readCompared();
    });
  }

  private exportCsv(): void {
    if (this.market === null) return;
    const { rows: bars, days: values } = this.market;
    const text = csvOf({ bars, chosen: this.chosen, values, compared: this.compared });
    download(new Blob([text], { type: 'text/csv' }), `${this.fileName()}.csv`);
  }

  private fileName(): string {
    return [this.state.ticker, this.state.interval, this.market?.rows.at(-1)?.date].filter(Boolean).join('-');
  }

  private drawActions(): void {
    this.drawing.mark(this.state.events ? this.actions : []);
  }

  private choose(chosen: Chosen[]): void {
    void this.show({ ...this.state, indicators: chosen.map(keyOf).join(',') });
  }

  private async pickIndicators(): Promise<void> {
    try {
      const catalogue = await this.catalogue;
      // Not what is drawn: more may have been asked for that is on its way.
      const chosen = readChosen(this.state.indicators, catalogue);
      chooseIndicators(catalogue, chosen, (now) => this.choose(now));
    } catch (error) {
      toastError('The indicators could not be read', error);
    }
  }

  private showTable(): void {
    if (this.market !== null) showBars(this.drawing.title, this.market.rows, this.chosen, this.market.days);
  }

  private cover(content: Child): void {
    fill(this.frame.cover, content);
    this.frame.cover.hidden = content === false;
  }

  /** Does something that stands or falls with what the chart shows. */
  private async attempt(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isAborted(error) && !signal.aborted) this.cover(failure(error, () => void this.open()));
    }
  }
}
