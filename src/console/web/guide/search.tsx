import { Fragment, h, type RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { find, index, MOST, type Part, wordsOf } from './find.js';

/** Characters of a part's text that a result shows before the first matching word, and in total. */
const BEFORE = 40;
const EXCERPT = 140;

/** What is shown below the field; `parts` is null if the index could not be loaded. */
interface Results {
  words: readonly string[];
  parts: readonly Part[] | null;
}

/** The search of the guide: results while typing, for arrow keys and pointer alike; `frame` contains it. */
export function GuideSearch({ frame }: { frame: HTMLElement }) {
  const input = useRef<HTMLInputElement>(null);
  const [results, setResults] = useState<Results | null>(null);
  const close = () => setResults(null);
  const show = async () => {
    const query = input.current?.value ?? '';
    const words = wordsOf(query);
    if (words.length === 0) return close();
    const parts = await index().then(
      (all) => find(all, words),
      () => null,
    );
    // Another word may have been typed meanwhile.
    if (input.current?.value === query) setResults({ words, parts });
  };
  useWaysOut(frame, input, close);
  return (
    <Fragment>
      <input
        ref={input}
        class="input"
        type="search"
        placeholder="Search the guide"
        aria-label="Search the guide"
        autocomplete="off"
        onInput={() => void show()}
        onFocus={() => void show()}
      />
      <div class="guide-results" hidden={results === null}>
        <p class="guide-found" role="status">
          {results !== null && summaryOf(results)}
        </p>
        <ul>
          {results?.parts?.map((part) => (
            <Result key={`${part[0]}#${part[2]}`} of={part} words={results.words} close={close} />
          ))}
        </ul>
      </div>
    </Fragment>
  );
}

/** Keys and clicks that move among the results, or leave them; `/` focuses the field from anywhere. */
function useWaysOut(frame: HTMLElement, input: RefObject<HTMLInputElement | null>, close: () => void): void {
  // Before the field is displayed: a reader who sees it may press a key at once.
  useLayoutEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const onKey = (event: KeyboardEvent) => {
      const links = [...frame.querySelectorAll('a')];
      const at = links.indexOf(document.activeElement as HTMLAnchorElement);
      if (event.key === 'Escape') {
        input.current?.focus();
        close();
      } else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus();
      else if (event.key === 'ArrowUp') (at > 0 ? links[at - 1] : input.current)?.focus();
      else if (event.key === 'Enter' && at < 0) links[0]?.click();
      else return;
      event.preventDefault();
    };
    const onSlash = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || document.activeElement === input.current)
        return;
      event.preventDefault();
      input.current?.focus();
    };
    frame.addEventListener('keydown', onKey, { signal });
    frame.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (relatedTarget !== null && !frame.contains(relatedTarget as Node)) close();
      },
      { signal },
    );
    document.addEventListener('click', ({ target }) => frame.contains(target as Node) || close(), { signal });
    document.addEventListener('keydown', onSlash, { signal });
    return () => control.abort();
  }, [frame]);
}

function summaryOf({ parts }: Results): string {
  if (parts === null) return 'The search could not be loaded. Try again.';
  if (parts.length === 0) return 'Nothing found';
  return `${parts.length === MOST ? 'First ' : ''}${parts.length} found`;
}

function Result({
  of: [address, title, id, heading, text],
  words,
  close,
}: {
  of: Part;
  words: readonly string[];
  close(): void;
}) {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const from = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - BEFORE);
  const piece = text.slice(from, from + EXCERPT).trim();
  return (
    <li>
      <a href={id === '' ? address : `${address}#${id}`} onClick={close}>
        <strong>{id === '' || heading === title ? title : `${title}: ${heading}`}</strong>
        <span>
          <MarkedText words={words}>
            {`${from > 0 ? '… ' : ''}${piece}${from + EXCERPT < text.length ? ' …' : ''}`}
          </MarkedText>
        </span>
      </a>
    </li>
  );
}

/** A text with the search words marked. */
function MarkedText({ words, children }: { words: readonly string[]; children: string }) {
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|');
  const pieces = children.split(new RegExp(`(${pattern})`, 'i'));
  return (
    <Fragment>
      {pieces.map((piece, place) => (place % 2 === 1 ? <mark key={place}>{piece}</mark> : piece))}
    </Fragment>
  );
}
