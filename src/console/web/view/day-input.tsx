import { h, type JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { FIRST_DAY, LAST_DAY } from './days.js';

/** Keys that change a part of the day. Browsers report a change after each: 0002, 0020 and 0202 on the way to 2026. */
const TYPED = /^(\d|Backspace|Delete|ArrowUp|ArrowDown)$/;

type Attribute =
  | ('id' | 'aria-describedby' | 'aria-label')
  | ('name' | 'required' | 'value' | 'defaultValue' | 'onInput');

/**
 * A field for a day that the API takes, which `onChange` gets, or '' when it is emptied: one that is typed once Enter is
 * pressed or the field is left, one that is picked at once.
 */
export function DayInput({
  onChange,
  ...attributes
}: Pick<JSX.IntrinsicElements['input'], Attribute> & { onChange?(day: string): void }) {
  /** the value before the first key; null while nothing is being typed */
  const before = useRef<string | null>(null);
  const end = (input: HTMLInputElement) => {
    const isChanged = before.current !== null && before.current !== input.value;
    before.current = null;
    if (isChanged) input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  return (
    <input
      {...attributes}
      class="input"
      type="date"
      min={FIRST_DAY}
      max={LAST_DAY}
      onKeyDown={({ key, altKey, currentTarget }) => {
        if (key === 'Enter') end(currentTarget);
        else if (TYPED.test(key) && !altKey) before.current ??= currentTarget.value;
      }}
      onBlur={({ currentTarget }) => end(currentTarget)}
      onChange={(event) => {
        const { currentTarget } = event;
        // Kept from the form around it too, which would apply it.
        if (before.current !== null || !currentTarget.reportValidity()) event.stopPropagation();
        else onChange?.(currentTarget.value);
      }}
    />
  );
}
