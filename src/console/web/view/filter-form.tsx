import { type ComponentChildren, h } from 'preact';
import { useRef } from 'preact/hooks';
import { text } from '../text/language.js';

/** Attributes of a free-text filter input. */
export const FREE_TEXT = { class: 'input', autocomplete: 'off', spellcheck: false } as const;

/** Filters of a list: each change, and Enter in a field, applies immediately. `apply` gets the values by name. */
export function FilterForm({
  label,
  apply,
  clear,
  children,
}: {
  label: string;
  apply(values: Readonly<Record<string, string>>): void;
  clear(): void;
  children: ComponentChildren;
}) {
  const { filters } = text.value.common;
  const form = useRef<HTMLFormElement>(null);
  const read = () => {
    if (form.current === null || !form.current.reportValidity()) return;
    const entries = [...new FormData(form.current)];
    apply(Object.fromEntries(entries.map(([name, value]) => [name, String(value).trim()])));
  };
  return (
    <form
      ref={form}
      class="filters"
      aria-label={label}
      onChange={read}
      onSubmit={(event) => {
        event.preventDefault();
        read();
      }}
    >
      {children}
      <button type="button" class="button button-quiet" onClick={clear}>
        {filters.clear}
      </button>
      <button type="submit" class="visually-hidden" tabIndex={-1}>
        {filters.apply}
      </button>
    </form>
  );
}
