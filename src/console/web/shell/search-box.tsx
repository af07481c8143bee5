import { Fragment, h, type RefObject } from 'preact';
import { text } from '../text/language.js';
import { Icon } from '../view/icon.js';
import { useOwnId } from '../view/id.js';
import { localName } from '../view/local-name.js';
import { type Search, type SearchResult, useSearch } from './search.js';

/** Its list is not a datalist, the only kind that the types of an input allow for. */
const combobox = (isOpen: boolean, listId: string, active: number): object => ({
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-expanded': isOpen,
  'aria-controls': listId,
  ...(isOpen && active >= 0 && { 'aria-activedescendant': `${listId}-${active}` }),
});

/**
 * Search with type-ahead: a combobox with a list, for keyboard (arrows, Enter, Escape) and pointer alike. `choose`
 * gets the ticker.
 */
export function SearchBox({
  input,
  choose,
}: {
  input: RefObject<HTMLInputElement | null>;
  choose(ticker: string): void;
}) {
  const words = text.value.shell.search;
  const listId = useOwnId();
  const search = useSearch(input, choose);
  const { isOpen, results, active, status } = search;
  return (
    <search class="search">
      <Icon name="search" />
      <input
        ref={input}
        class="input"
        type="search"
        placeholder={words.placeholder}
        aria-label={words.label}
        {...combobox(isOpen, listId, active)}
        autocomplete="off"
        spellcheck={false}
        maxLength={100}
        onInput={search.onInput}
        onKeyDown={search.onKey}
        onFocus={search.onFocus}
        onBlur={search.onBlur}
      />
      <span class="search-key" aria-hidden="true">
        <kbd>/</kbd>
      </span>
      <div class="results" id={listId} role="listbox" aria-label={words.results} hidden={!isOpen}>
        <Results search={search} listId={listId} />
      </div>
      <span class="visually-hidden" role="status">
        {status ?? (results.length > 0 ? words.count(results.length) : '')}
      </span>
    </search>
  );
}

function Results({ search: { results, active, status, pick }, listId }: { search: Search; listId: string }) {
  if (status !== null) {
    return (
      <div class="results-empty" role="option" aria-disabled="true" aria-selected="false" tabIndex={-1}>
        {status}
      </div>
    );
  }
  return (
    <Fragment>
      {results.map((each, index) => (
        <Result
          key={each.ticker}
          id={`${listId}-${index}`}
          of={each}
          isActive={index === active}
          pick={() => pick(index)}
        />
      ))}
    </Fragment>
  );
}

function Result({
  id,
  of,
  isActive,
  pick,
}: {
  id: string;
  of: SearchResult;
  isActive: boolean;
  pick(): void;
}) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      {...(isActive && { ref: (item: HTMLDivElement | null) => item?.scrollIntoView({ block: 'nearest' }) })}
      // Not click: the input would lose focus first, and the list would close.
      onMouseDown={(event) => {
        event.preventDefault();
        pick();
      }}
    >
      <strong>{of.ticker}</strong>
      <span class="results-name">{localName(of)}</span>
      <span class="muted">
        {of.security_type === 'index' ? text.value.shell.search.index : (of.exchange ?? '')}
      </span>
    </div>
  );
}
