import { type ComponentChildren, h } from 'preact';
import { useRef } from 'preact/hooks';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { Field } from '../../view/field.js';
import { useFollowing } from '../../view/filter-form.js';
import type { Reading } from '../../view/read.js';
import { route, visit } from '../../view/route.js';
import { ReadingView } from '../../view/states.js';

/** The search text in the address. */
export const searchWords = (): string | null => route.value.query.get('q');

/** A searchable list of codes. */
export function Searched<Row>({
  title,
  of,
  columns,
  keyOf,
}: {
  title: string;
  of: Reading<{ data: Row[]; meta?: { next: string | null } }>;
  columns: readonly TableColumn<Row>[];
  keyOf(row: Row, index: number): string | number;
}): ComponentChildren {
  const words = text.value.reference;
  return (
    <Card title={title} tools={<SearchForm />}>
      <ReadingView of={of} empty={words.empty} lead={null}>
        {({ data, meta }) => (
          <div>
            <DataTable label={title} columns={columns} rows={data} keyOf={keyOf} />
            {typeof meta?.next === 'string' && <p class="card-body hint">{words.more}</p>}
          </div>
        )}
      </ReadingView>
    </Card>
  );
}

function SearchForm() {
  const words = text.value.reference;
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useFollowing(form, { q: searchWords() ?? '' });
  return (
    <form
      ref={form}
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        visit({ q: input.current?.value.trim() ?? null });
      }}
    >
      <Field label={words.search}>
        {(labelled) => (
          <input
            {...labelled}
            ref={input}
            class="input"
            type="search"
            name="q"
            maxLength={100}
            defaultValue={searchWords() ?? ''}
          />
        )}
      </Field>
      {searchWords() !== null && (
        <button
          type="button"
          class="button button-quiet"
          onClick={() => {
            // The button goes with the search.
            input.current?.focus();
            visit({ q: null });
          }}
        >
          {words.clear}
        </button>
      )}
    </form>
  );
}
