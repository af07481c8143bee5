import { Fragment, h } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { percent, price, withSign } from '../../format.js';
import { addressOf } from '../../router.js';
import { text } from '../../text/language.js';
import { ask, type Reading, useAnswer, useRead } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { DataSources, Empty, Failure, Loading } from '../../view/states.js';
import { readActions } from './actions.js';
import { ActionsCard } from './actions-card.js';
import { Legend } from './legend.js';
import { ChartModel, type Cover } from './model.js';
import { type Detail, PriceHead } from './price-head.js';
import type { Place } from './state.js';
import { RangeBar, Toolbar } from './toolbar.js';

/** The chart of one security or index; `place` is its location in the console. */
export function Chart({ place, hasHead = false }: { place: Place; hasHead?: boolean }) {
  const { canvas, model } = useModel(place);
  const ticker = model?.state.value.ticker ?? '';
  const detail = useRead(ticker === '' ? null : ask('/detail/{ticker}', {}, { ticker }));
  const currentDetail = detail.body?.ticker === ticker ? detail.body : null;
  const actions = useActions(ticker);
  useEffect(() => model?.mark(actions.body ?? []), [model, actions.body]);
  useTitle(currentDetail, hasHead);
  return (
    <Fragment>
      {hasHead && (
        <div class="price-area">
          {detail.error !== null && !detail.isLoading && (
            <Failure error={detail.error} retry={detail.retry} />
          )}
          {currentDetail !== null && <PriceHead of={currentDetail} />}
        </div>
      )}
      <section class="card chart-card" aria-label={text.value.chart.title}>
        {model !== null && <Toolbar model={model} isAdjustable={currentDetail?.security_type !== 'index'} />}
        {model?.isWithoutIndicators.value && <p class="chart-note hint">{text.value.chart.dailyOnly}</p>}
        {model !== null && <Pointing of={model.drawing.pointing.value} />}
        <div class="chart-area">
          {/* biome-ignore lint/a11y/useSemanticElements: the library's drawing is no group of fields */}
          <div
            ref={canvas}
            class="chart-canvas"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move in it
            tabIndex={0}
            role="group"
            aria-roledescription={text.value.chart.role}
            aria-label={text.value.chart.label(model?.title.value ?? '')}
          />
          {model !== null && (
            <Legend
              drawing={model.drawing}
              title={model.title.value}
              edit={model.pickIndicators}
              remove={model.remove}
            />
          )}
          {model !== null && <CoverOf of={model.cover.value} retry={model.open} />}
        </div>
        <div class="chart-foot">
          {model !== null && <RangeBar model={model} />}
          <Attribution />
        </div>
      </section>
      {ticker !== '' && <ActionsCard ticker={ticker} of={actions} />}
      <p class="visually-hidden" role="status">
        {model?.drawing.spoken.value}
      </p>
    </Fragment>
  );
}

/** Ties the chart's lifetime to its element. */
function useModel(place: Place) {
  const session = useSession();
  const canvas = useRef<HTMLDivElement>(null);
  const [model, setModel] = useState<ChartModel | null>(null);
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const chart = new ChartModel(canvas.current, session, place);
    setModel(chart);
    return () => chart.leave();
  }, [session]);
  return { canvas, model };
}

/** The corporate actions of a ticker, never those of the previous one. */
function useActions(ticker: string): Reading<Awaited<ReturnType<typeof readActions>>> {
  const { api } = useSession();
  const reading = useAnswer(ticker === '' ? null : ticker, async (signal) => ({
    ticker,
    actions: await readActions(api, ticker, signal),
  }));
  const { body } = reading;
  return { ...reading, body: body?.ticker === ticker ? body.actions : null };
}

/** The title of the tab, if the chart is the page: without a price as long as that of the ticker shown is not known. */
function useTitle(detail: Detail | null, isPage: boolean): void {
  const { pages, shell } = text.value;
  useEffect(() => {
    if (!isPage) return;
    const last = detail !== null && `${price(detail.last_price)} ${withSign(detail.change_percent, percent)}`;
    document.title = `${detail === null ? pages.chart : `${detail.ticker} ${last}`} – ${shell.console}`;
  }, [detail, isPage, pages, shell]);
}

/** Says what the next press on the drawing creates. */
function Pointing({ of }: { of: 'level' | 'line' | null }) {
  return (
    <p class={of === null ? 'visually-hidden' : 'chart-note hint'} role="status">
      {of !== null && text.value.chart.level.pointing[of]}
    </p>
  );
}

/** Covers the drawing while there is nothing to draw. */
function CoverOf({ of, retry }: { of: Cover; retry(): void }) {
  const words = text.value.chart;
  if (of === null) return null;
  return (
    <div class="chart-cover">
      {of.kind === 'loading' && <Loading />}
      {of.kind === 'failed' && <Failure error={of.error} retry={retry} />}
      {of.kind === 'no-market' && (
        <Empty title={words.empty}>
          <DataSources />
        </Empty>
      )}
      {of.kind === 'no-bars' && (
        <Empty title={words.noBars}>
          <p>{words.noQuotes(of.ticker)}</p>
          <a class="button" href={addressOf('data', ['quote'])}>
            {text.value.data.detail.back}
          </a>
        </Empty>
      )}
    </div>
  );
}

/** What TradingView's licence requires on the page: its notice and a link. */
function Attribution() {
  return (
    <p class="hint">
      TradingView Lightweight Charts™, Copyright © 2026 TradingView, Inc.{' '}
      <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
        www.tradingview.com
      </a>
    </p>
  );
}
