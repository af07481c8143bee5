import { fill, h } from '../../ui.js';
import type { Toolbar } from './toolbar.js';

/** The fixed parts of the page, to be filled. */
export interface Frame {
  /** name and figures of the security */
  head: HTMLElement;
  /** says what cannot be shown now */
  note: HTMLElement;
  /** the drawing; takes the keyboard */
  canvas: HTMLElement;
  /** stands over the drawing while there is nothing to draw */
  cover: HTMLElement;
  /** corporate actions */
  actions: HTMLElement;
  /** read out, not seen */
  spoken: HTMLElement;
}

/** Builds the page around its toolbar. */
export function buildFrame(root: HTMLElement, { element, ranges }: Toolbar): Frame {
  const frame: Frame = {
    head: h('div', { class: 'price-area' }),
    note: h('p', { class: 'chart-note hint', hidden: true }),
    canvas: h('div', { class: 'chart-canvas', tabindex: 0, role: 'group', 'aria-roledescription': 'chart' }),
    cover: h('div', { class: 'chart-cover' }),
    actions: h('div', {}),
    spoken: h('p', { class: 'visually-hidden', role: 'status' }),
  };
  fill(
    root,
    frame.head,
    h(
      'section',
      { class: 'card chart-card', 'aria-label': 'Chart' },
      element,
      frame.note,
      h('div', { class: 'chart-area' }, frame.canvas, frame.cover),
      h('div', { class: 'chart-foot' }, ranges, attribution()),
    ),
    h(
      'section',
      { class: 'card', 'aria-labelledby': 'actions-heading' },
      h('div', { class: 'card-head' }, h('h2', { id: 'actions-heading' }, 'Corporate actions')),
      frame.actions,
    ),
    frame.spoken,
  );
  return frame;
}

/** What TradingView's licence asks for on the page: its notice and a link. */
function attribution(): HTMLElement {
  return h(
    'p',
    { class: 'hint' },
    'TradingView Lightweight Charts™, Copyright © 2026 TradingView, Inc. ',
    h(
      'a',
      { href: 'https://www.tradingview.com/', target: '_blank', rel: 'noreferrer' },
      'www.tradingview.com',
    ),
  );
}
