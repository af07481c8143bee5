/**
 * Elements without markup: everything is made by {@link h}, so that no text of the market is ever taken for HTML.
 * Classes are documented in styles/components.css.
 */
import { ApiError } from './api.js';
import { icon } from './icons.js';

/** What may stand inside an element; null, undefined and false are nothing. */
export type Child = Node | string | number | null | undefined | false;

type Listeners = { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

/** Attributes by their HTML names; true is an attribute without value, false and null leave it out. */
export interface Attributes {
  on?: Listeners;
  [attribute: string]: string | number | boolean | null | undefined | Listeners;
}

/** A new element: `h('button', { class: 'button', type: 'button', on: { click } }, 'Save')`. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { on = {}, ...attributes }: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value as string);
  for (const [name, listener] of Object.entries(on)) {
    element.addEventListener(name, listener as EventListener);
  }
  element.append(...children.filter(isShown).map(asNode));
  return element;
}

/** Puts other children into an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter(isShown).map(asNode));
}

function setAttribute(
  element: HTMLElement,
  name: string,
  value: string | number | boolean | null | undefined,
) {
  if (value === null || value === undefined || value === false) return;
  element.setAttribute(name, value === true ? '' : String(value));
}

function isShown(child: Child): child is Node | string | number {
  return child !== null && child !== undefined && child !== false;
}

function asNode(child: Node | string | number): Node | string {
  return typeof child === 'number' ? String(child) : child;
}

/** Classes of a {@link button}. */
export type ButtonKind = 'primary' | 'danger' | 'quiet';

/** A button; `kind` undefined is the ordinary one. */
export function button(
  label: string,
  onClick: () => void,
  { kind, ...attributes }: Attributes & { kind?: ButtonKind } = {},
): HTMLButtonElement {
  return h(
    'button',
    {
      type: 'button',
      class: kind === undefined ? 'button' : `button button-${kind}`,
      ...attributes,
      on: { click: onClick },
    },
    label,
  );
}

/** A button that is an icon; its label is read out and shown as a tooltip. */
export function iconButton(
  name: Parameters<typeof icon>[0],
  label: string,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  return h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': label,
      title: label,
      ...attributes,
      on: { click: onClick },
    },
    icon(name),
  );
}

/** A labelled control with a hint below it; gives the control an id when it has none. */
export function field(label: string, control: HTMLElement, hint?: Child): HTMLElement {
  if (control.id === '') control.id = nextId('field');
  return h('div', { class: 'field' }, h('label', { for: control.id }, label), control, hintOf(control, hint));
}

function hintOf(control: HTMLElement, hint: Child): Child {
  if (!isShown(hint)) return null;
  const id = `${control.id}-hint`;
  control.setAttribute('aria-describedby', id);
  return h('p', { class: 'hint', id }, hint);
}

let ids = 0;
/** An id that no other element has. */
export function nextId(prefix: string): string {
  ids += 1;
  return `${prefix}-${ids}`;
}

/** A coloured word. */
export function badge(
  text: string,
  kind: 'neutral' | 'good' | 'warn' | 'bad' | 'accent' = 'neutral',
): HTMLElement {
  return h('span', { class: `badge badge-${kind}` }, text);
}

/** What stands where data will be. */
export function loading(text = 'Loading …'): HTMLElement {
  return h(
    'div',
    { class: 'state', role: 'status' },
    h('span', { class: 'spinner', 'aria-hidden': 'true' }),
    text,
  );
}

/** What stands where there is no data, with what to do about it. */
export function empty(title: string, hint?: Child, action?: Child): HTMLElement {
  return h(
    'div',
    { class: 'state' },
    h('strong', {}, title),
    isShown(hint) && h('p', {}, hint),
    isShown(action) && action,
  );
}

/** An error as the service explains it; with `retry` it can be tried again. */
export function failure(error: unknown, retry?: () => void): HTMLElement {
  const { title, detail, items, reference } = explain(error);
  return h(
    'div',
    { class: 'notice notice-bad', role: 'alert' },
    icon('alert'),
    h(
      'div',
      { class: 'notice-body' },
      h('strong', {}, title),
      h('p', {}, detail),
      items.length > 0 && h('ul', {}, ...items.map((item) => h('li', {}, item))),
      reference !== null && h('p', { class: 'hint' }, 'Request ', h('code', {}, reference)),
    ),
    retry !== undefined && button('Try again', retry),
  );
}

/** An error in words. */
export function explain(error: unknown): {
  title: string;
  detail: string;
  items: string[];
  reference: string | null;
} {
  if (!(error instanceof ApiError)) {
    const detail = error instanceof Error ? error.message : String(error);
    return { title: 'Something went wrong in this page', detail, items: [], reference: null };
  }
  const { title, status, detail, errors = [], request_id: reference = null } = error.problem;
  return {
    title: status === 0 ? title : `${title} (${status})`,
    detail,
    items: errors.map((each) =>
      [each.parameter ?? each.pointer, each.detail].filter((part) => part !== undefined).join(': '),
    ),
    reference,
  };
}
