import { computed, signal } from '@preact/signals';
import { isAborted } from '../../api.js';
import { currentRoute, onRoute, type Route, rewriteRoute } from '../../router.js';
import type { Session } from '../../session.js';
import { text } from '../../text/language.js';
import { theme } from '../../theme.js';
import { promptDialog } from '../../view/question.js';
import { toastError, toastWarning } from '../../view/toast.js';
import type { Action } from './actions.js';
import { showBars } from './bars-table.js';
import { type ChosenIndicator, type Indicator, keyOf, readChosen } from './catalogue.js';
import { type Compared, comparedOf, MOST_COMPARED, readCompared } from './compare.js';
import { ChartDrawing } from './drawing.js';
import { editDrawn } from './drawn-dialog.js';
import { csvOf, download } from './export.js';
import { chooseIndicators } from './indicator-dialog.js';
import { anyTicker, Market } from './market.js';
import { withCaption } from './picture.js';
import { type ChartState, INTERVALS, type Place, queryOf, stateOf } from './state.js';

/** How the chart was left, for a reader who returns to it in this tab. */
let lastState: ChartState | null = null;

/** What covers the drawing while there is nothing to draw; null otherwise. */
export type Cover =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'no-market' }
  | { kind: 'no-bars'; ticker: string }
  | null;

/** Keeps address, data and drawing in step: every change goes through {@link change}. */
export class ChartModel {
  readonly state;
  readonly indicators = signal<readonly ChosenIndicator[]>([]);
  readonly cover = signal<Cover>({ kind: 'loading' });
  /** the subject of the chart: ZDA · 1D */
  readonly title = computed(() => this.titleOf(this.state.value));
  /** true if chosen indicators have no values for the bars */
  readonly isWithoutIndicators = computed(
    () => this.state.value.interval !== '1d' && this.indicators.value.length > 0,
  );
  readonly drawing: ChartDrawing;
  /** null before it is read, and after that has failed */
  private catalogue: Promise<readonly Indicator[]> | null = null;
  private readonly stops: (() => void)[];
  private market: Market | null = null;
  private comparisons: Compared[] = [];
  /** compared securities that were reported as missing: they are read again with every older bar */
  private reported = '';
  private actions: readonly Action[] = [];
  /** aborted when the ticker or its bars are reread */
  private ofTicker = new AbortController();
  private ofBars = new AbortController();

  constructor(
    element: HTMLElement,
    private readonly session: Session,
    private readonly place: Place,
  ) {
    this.state = signal(this.follow(currentRoute(), lastState));
    this.drawing = new ChartDrawing(element, () => void this.readOlder());
    this.stops = [
      // One subscription, as each paints at once.
      computed(() => [theme.value, text.value]).subscribe(() => this.drawing.paint()),
      onRoute((route) => {
        if (this.isHere(route)) this.change(this.follow(route, this.state.value));
      }),
    ];
    this.open();
  }

  leave(): void {
    lastState = this.state.value;
    this.ofTicker.abort();
    this.ofBars.abort();
    for (const stop of this.stops) stop();
    this.drawing.destroy();
  }

  /** Changes what is shown, reading no more than that requires. */
  readonly change = (change: Partial<ChartState>): void => {
    void this.show({ ...this.state.value, ...change });
  };

  /** Rereads all data of the ticker. */
  readonly open = (): void => void this.begin();

  /** Marks corporate actions if events are shown. */
  mark(actions: readonly Action[]): void {
    this.actions = actions;
    this.drawActions();
  }

  readonly askCompared = async (): Promise<void> => {
    const words = text.value.chart;
    const { compare, ...state } = this.state.value;
    const answer = await promptDialog(words.compareTitle, words.compareLabel, {
      action: words.compare,
      hint: words.compareHint(MOST_COMPARED),
      value: compare,
    });
    if (answer !== null) this.change({ compare: comparedOf({ ...state, compare: answer.text }).join(',') });
  };

  readonly pickIndicators = async (): Promise<void> => {
    try {
      const catalogue = await this.readCatalogue();
      // Not the drawn ones: more may have been requested and be on their way.
      const indicators = readChosen(this.state.value.indicators, catalogue);
      chooseIndicators(catalogue, indicators, (now) => this.choose(now));
    } catch (error) {
      toastError(text.value.chart.noIndicators, error);
    }
  };

  readonly remove = (one: ChosenIndicator): void => {
    // The button goes with its indicator, and the focus would fall to the beginning of the page.
    this.drawing.focus();
    this.choose(this.indicators.value.filter((each) => each !== one));
  };

  readonly editDrawn = (): void =>
    editDrawn({
      ticker: this.state.value.ticker,
      last: this.market?.rows.at(-1) ?? null,
      changed: () => this.drawing.drawStored(),
      point: (what) => this.drawing.drawByPointing(what),
    });

  readonly showTable = (): void => {
    if (this.market !== null) showBars(this.title.value, this.market, this.indicators.value);
  };

  /** Shows the bar of a day, reading back to it if necessary. */
  readonly goToDate = (date: string): Promise<void> =>
    this.extend(
      (market) => market.reach(date),
      () => this.drawing.goToDate(date),
    );

  readonly exportPicture = (): void => {
    const others = this.comparisons.map(({ ticker }) => ticker);
    withCaption(this.drawing.picture(), this.title.value, others).toBlob(
      (file) => file !== null && download(file, `${this.fileName()}.png`),
    );
  };

  readonly exportCsv = (): void => {
    if (this.market === null) return;
    const { rows: bars, days: values } = this.market;
    const csv = csvOf({ bars, chosen: this.indicators.value, values, compared: this.comparisons });
    download(new Blob([csv], { type: 'text/csv' }), `${this.fileName()}.csv`);
  };

  private isHere({ page, path }: Route): boolean {
    return page === this.place.page && this.place.rest.every((part, at) => path[at + 1] === part);
  }

  /** The state that an address asks for; one with only a ticker, as from the search, keeps the rest. */
  private follow(route: Route, before: ChartState | null): ChartState {
    const requestedState = stateOf(route);
    if (before === null || route.query.size > 0) return requestedState;
    return { ...before, ticker: requestedState.ticker === '' ? before.ticker : requestedState.ticker };
  }

  private async show(next: ChartState): Promise<void> {
    const before = this.state.value;
    this.state.value = next;
    this.remember();
    if (next.ticker !== before.ticker || this.market === null) await this.begin();
    else if (next.interval !== before.interval || next.adjusted !== before.adjusted) await this.readBars();
    else {
      if (next.indicators !== before.indicators) await this.readIndicators();
      if (next.range !== before.range) await this.readRange();
    }
    if (next.events !== before.events) this.drawActions();
    if (next.kind !== before.kind || next.scale !== before.scale) this.drawing.look(next);
    if (next.compare !== before.compare) await this.readCompared();
  }

  /** The indicators there are, read once; after a failure the next one who needs them asks again. */
  private readCatalogue(): Promise<readonly Indicator[]> {
    this.catalogue ??= this.session.api
      .list<Indicator>('/trade/technical-analysis/indicators', { limit: 1000 })
      .then(
        ({ data }) => data,
        (error: unknown) => {
          this.catalogue = null;
          throw error;
        },
      );
    return this.catalogue;
  }

  private remember(): void {
    const { ticker } = this.state.value;
    const { page, rest } = this.place;
    rewriteRoute(page, ticker === '' ? [] : [ticker, ...rest], queryOf(this.state.value));
  }

  private async begin(): Promise<void> {
    this.ofTicker.abort();
    this.ofTicker = new AbortController();
    const { signal: ofTicker } = this.ofTicker;
    this.market = null;
    // A line begun on the chart of one ticker does not end on that of another.
    this.drawing.stopPointing();
    this.cover.value = { kind: 'loading' };
    await this.attempt(ofTicker, async () => {
      if (this.state.value.ticker === '') {
        const ticker = await anyTicker(this.session.api, ofTicker);
        if (ticker === null) {
          this.cover.value = { kind: 'no-market' };
          return;
        }
        this.state.value = { ...this.state.value, ticker };
      }
      this.remember();
      await this.readBars();
    });
  }

  /** Rereads the bars and the indicators, and draws both together. */
  private async readBars(): Promise<void> {
    this.ofBars.abort();
    this.ofBars = new AbortController();
    const { signal: ofBars } = this.ofBars;
    // Changes made before the new ones have loaded have nothing to build on: they start over.
    this.market = null;
    this.cover.value = { kind: 'loading' };
    await this.attempt(ofBars, async () => {
      const state = this.state.value;
      const market = new Market(this.session.api, state, ofBars);
      const [catalogue] = await Promise.all([
        this.readCatalogue().catch((error: unknown) => {
          toastError(text.value.chart.noIndicators, error);
          return [];
        }),
        market.read(),
      ]);
      const indicators = readChosen(this.state.value.indicators, catalogue);
      this.indicators.value = indicators;
      await market.choose(indicators);
      ofBars.throwIfAborted();
      this.market = market;
      // Those drawn are of other bars: they must not lie on the new ones while theirs are awaited, or if those fail.
      this.showCompared([]);
      this.draw(market);
      this.drawing.look(this.state.value);
      this.drawing.showFrom(market.firstDay(this.state.value.range));
      void this.readCompared();
      this.cover.value = market.rows.length === 0 ? { kind: 'no-bars', ticker: state.ticker } : null;
    });
  }

  private async readIndicators(): Promise<void> {
    const { market } = this;
    if (market === null) return;
    await this.attempt(this.ofBars.signal, async () => {
      this.indicators.value = readChosen(this.state.value.indicators, await this.readCatalogue());
      await market.choose(this.indicators.value);
      this.drawing.show(market, this.indicators.value);
    });
  }

  private readRange(): Promise<void> {
    const { range } = this.state.value;
    return this.extend(
      (market) => market.read(range),
      (market) => this.drawing.showFrom(market.firstDay(range)),
    );
  }

  /** Reads more of the past, draws it, and moves the view there. */
  private async extend(
    read: (market: Market) => Promise<void>,
    look: (market: Market) => void,
  ): Promise<void> {
    const { market } = this;
    if (market === null) return;
    await this.attempt(this.ofBars.signal, async () => {
      await read(market);
      await market.choose(this.indicators.value);
      if (market !== this.market) return;
      this.draw(market);
      look(market);
      await this.readCompared();
    });
  }

  /** Reads older bars when the reader scrolls into the past. */
  private async readOlder(): Promise<void> {
    const { market } = this;
    if (market === null) return;
    try {
      if (!(await market.readOlder()) || market !== this.market) return;
      this.draw(market);
      await this.readCompared();
    } catch (error) {
      if (!isAborted(error)) toastError(text.value.chart.noOlder, error);
    }
  }

  /** Reads the compared securities over the loaded bars; unknown ones are reported. */
  private async readCompared(): Promise<void> {
    const { market } = this;
    const state = this.state.value;
    const from = market?.rows[0]?.date;
    if (from === undefined) return;
    const words = text.value.chart;
    try {
      const comparisons = await readCompared(this.session.api, state, from, this.ofBars.signal);
      if (market !== this.market || state.compare !== this.state.value.compare) return;
      const missing = comparisons
        .filter(({ bars }) => bars.length === 0)
        .map(({ ticker }) => ticker)
        .join(', ');
      if (missing !== '' && missing !== this.reported)
        toastWarning(words.notCompared(missing), words.noQuotesOfIt);
      this.reported = missing;
      this.showCompared(comparisons.filter(({ bars }) => bars.length > 0));
      this.drawing.look(this.state.value);
    } catch (error) {
      if (!isAborted(error)) toastError(words.noOthers, error);
    }
  }

  private showCompared(compared: Compared[]): void {
    this.comparisons = compared;
    this.drawing.compare(compared);
  }

  private draw(market: Market): void {
    this.drawing.show(market, this.indicators.value);
    this.drawActions();
  }

  private drawActions(): void {
    this.drawing.mark(this.state.value.events ? this.actions : []);
  }

  private choose(chosen: readonly ChosenIndicator[]): void {
    this.change({ indicators: chosen.map(keyOf).join(',') });
  }

  private titleOf({ ticker, interval, adjusted }: ChartState): string {
    const parts = [ticker, INTERVALS[interval], adjusted ? '' : text.value.chart.asTraded];
    return parts.filter((part) => part !== '').join(' · ');
  }

  private fileName(): string {
    const { ticker, interval } = this.state.value;
    return [ticker, interval, this.market?.rows.at(-1)?.date].filter(Boolean).join('-');
  }

  /** Runs work whose failure replaces the chart. */
  private async attempt(within: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isAborted(error) && !within.aborted) this.cover.value = { kind: 'failed', error };
    }
  }
}
