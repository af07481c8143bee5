import { type ComponentChildren, h, type RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../text/language.js';

/** Attributes of a free-text filter input. */
export const FREE_TEXT = { class: 'input', autocomplete: 'off', spellcheck: false } as const;

/**
 * Keeps the fields of a form at the values of the address: a field follows when its own value changes, and otherwise
 * keeps what is being typed into it.
 */
export function useFollowing(
  form: RefObject<HTMLFormElement | null>,
  values: Readonly<Record<string, string>>,
): void {
  const lastValues = useRef(values);
  useEffect(() => {
    const before = lastValues.current;
    lastValues.current = values;
    for (const [name, value] of Object.entries(values)) {
      const field = form.current?.elements.namedItem(name);
      if (value !== before[name] && isControl(field)) field.value = value;
    }
  });
}

const isControl = (field: unknown): field is HTMLInputElement | HTMLSelectElement =>
  field instanceof HTMLInputElement || field instanceof HTMLSelectElement;

/**
 * Filters of a list: each change, and Enter in a field, applies immediately. `values` are those of the address by name,
 * which the fields have to begin with; `apply` gets the new ones. On a phone they are folded away until asked for, so that
 * the list is in sight.
 */
export function FilterForm({
  label,
  values,
  apply,
  clear,
  children,
}: {
  label: string;
  values: Readonly<Record<string, string>>;
  apply(values: Readonly<Record<string, string>>): void;
  clear(): void;
  children: ComponentChildren;
}) {
  const { filters } = text.value.common;
  const form = useRef<HTMLFormElement>(null);
  const [isOpen, setOpen] = useState(false);
  const count = Object.values(values).filter((value) => value !== '').length;
  const read = () => {
    if (form.current === null || !form.current.reportValidity()) return;
    const entries = [...new FormData(form.current)];
    apply(Object.fromEntries(entries.map(([name, value]) => [name, String(value).trim()])));
  };
  useFollowing(form, values);
  const empty = () => {
    for (const field of form.current?.elements ?? []) if (isControl(field)) field.value = '';
    clear();
  };
  return (
    <form
      ref={form}
      class={isOpen ? 'filters filters-open' : 'filters'}
      aria-label={label}
      onChange={read}
      onSubmit={(event) => {
        event.preventDefault();
        read();
      }}
    >
      <button
        type="button"
        class="button filters-toggle"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? label : `${label} (${count})`}
      </button>
      {children}
      <button type="button" class="button button-quiet" onClick={empty}>
        {filters.clear}
      </button>
      <button type="submit" class="visually-hidden" tabIndex={-1}>
        {filters.apply}
      </button>
    </form>
  );
}
