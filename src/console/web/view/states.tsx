import { type ComponentChildren, Fragment, h } from 'preact';
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import { nameOf, permits } from '../rights.js';
import { addressOf } from '../router.js';
import { text } from '../text/language.js';
import { Icon } from './icon.js';
import { MessageText } from './message-text.js';
import { explain, lackOf, type Notice } from './problem.js';
import type { Reading } from './read.js';
import { useSession } from './session.js';

/** Placeholder while data are loading. */
export function Loading() {
  return (
    <div class="state" role="status">
      <span class="spinner" aria-hidden="true" />
      {text.value.common.loading}
    </div>
  );
}

/** An error as the service explains it, with a way to retry. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { title, message, items, reference } = explain(error);
  const { tryAgain, request } = text.value.common;
  return (
    <div class="notice notice-bad" role="alert">
      <Icon name="alert" />
      <div class="notice-body">
        <strong>{title}</strong>
        {message !== null && (
          <p>
            <MessageText of={message} />
          </p>
        )}
        {items.length > 0 && (
          <ul>
            {items.map((item) => (
              <li key={`${item.words} ${item.original}`}>
                <MessageText of={item} />
              </li>
            ))}
          </ul>
        )}
        {reference !== null && (
          <p class="hint">
            {request} <code>{reference}</code>
          </p>
        )}
      </div>
      {retry !== undefined && (
        <button
          type="button"
          class="button"
          onClick={({ currentTarget }) => {
            stayAt(currentTarget);
            retry();
          }}
        >
          {tryAgain}
        </button>
      )}
    </div>
  );
}

/** Moves the focus to what surrounds a button that will go: else it would fall to the beginning of the page. */
function stayAt(button: HTMLElement): void {
  const place = button.closest<HTMLElement>('section, form, main, dialog');
  if (place === null) return;
  const isFocusable = place.hasAttribute('tabindex');
  if (!isFocusable) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}

/** Why parts of what is shown are missing; nothing if none is. All of them can be requested again. */
export function MissingParts({ of }: { of: readonly Reading<unknown>[] }) {
  const failed = of.filter(({ error, isLoading }) => error !== null && !isLoading);
  const [first] = failed;
  if (first === undefined) return null;
  const retry = () => {
    for (const each of failed) each.retry();
  };
  return (
    <div class="missing-parts">
      <Failure error={first.error} retry={retry} />
    </div>
  );
}

/** Placeholder if there are no data: in one sentence why, by `notices` of the service or else `title`; and where to get some. */
export function Empty({
  title,
  notices = [],
  children,
}: {
  title: string;
  notices?: readonly Notice[];
  children?: ComponentChildren;
}) {
  return (
    <div class="state">
      <strong>{lackOf(notices) ?? title}</strong>
      {children}
    </div>
  );
}

/** Where to get data, depending on whether the caller may import. */
export function DataSources() {
  const session = useSession();
  const { importData, loadDemo, askForData } = text.value.common;
  if (!permits(session, 'data:import')) return <p>{askForData}</p>;
  return (
    <p class="state-actions">
      <a class="button button-primary" href={addressOf('import')}>
        {importData}
      </a>
      <span>
        {loadDemo} <code>npm run demo</code>
      </span>
    </p>
  );
}

/** Replaces a page that the caller may not use; `may` names what the page does. */
export function NotPermitted({ may, permission }: { may: string; permission: string }) {
  const session = useSession();
  const words = text.value.shell.rights;
  return (
    <div class="card">
      <Empty title={words.title}>
        <p>{words.needs(may, permission, nameOf(session), session.caller.role)}</p>
      </Empty>
    </div>
  );
}

/** The notices of an answer, if the service sent any. */
export function noticesOf(body: unknown): readonly Notice[] {
  const { meta } = (body ?? {}) as { meta?: { notices?: readonly Notice[] } };
  return meta?.notices ?? [];
}

/** Whether an answer holds nothing to show: an empty list. */
function isEmptyList(body: unknown): boolean {
  return (body as { data?: unknown[] }).data?.length === 0;
}

/**
 * Shows what was read, or that it is being read, could not be read, or is empty. While the next answer is awaited,
 * the last one stays, dimmed.
 */
export function ReadingView<Body>({
  of: { body, error, isLoading, retry },
  empty,
  isEmpty = isEmptyList,
  lead = <DataSources />,
  isAsked = true,
  children,
}: {
  of: Reading<Body>;
  /** title of the empty state */
  empty: string;
  isEmpty?: (body: Body) => boolean;
  /** content below the title of the empty state */
  lead?: ComponentChildren;
  /** false if there is nothing to request, such as the prices of a security without a day */
  isAsked?: boolean;
  children: (body: Body) => ComponentChildren;
}) {
  if (!isAsked) return <Empty title={empty}>{lead}</Empty>;
  if (error !== null && !isLoading) return <Failure error={error} retry={retry} />;
  if (body === null) return <Loading />;
  return (
    <div class={isLoading ? 'shown shown-stale' : 'shown'} aria-busy={isLoading}>
      {isEmpty(body) ? (
        <Empty title={empty} notices={noticesOf(body)}>
          {lead}
        </Empty>
      ) : (
        <Whole body={body} retry={retry} show={children} />
      )}
    </div>
  );
}

/** What was read; an answer that cannot be shown, such as one of another version of the service, is an error too. */
function Whole<Body>({
  body,
  retry,
  show,
}: {
  body: Body;
  retry(): void;
  show: (body: Body) => ComponentChildren;
}) {
  const [fault, reset] = useErrorBoundary((error: unknown) => reportError(error));
  const faultyBody = useRef<Body | null>(null);
  if (fault === undefined) faultyBody.current = null;
  else faultyBody.current ??= body;
  const isOther = fault !== undefined && faultyBody.current !== body;
  useEffect(() => {
    if (isOther) reset();
  }, [isOther]);
  return fault === undefined ? <Content body={body} show={show} /> : <Failure error={fault} retry={retry} />;
}

/** Separate, as a component does not catch its own errors. */
function Content<Body>({ body, show }: { body: Body; show: (body: Body) => ComponentChildren }) {
  return <Fragment>{show(body)}</Fragment>;
}
