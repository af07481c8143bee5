import { h } from 'preact';
import { useOwnId } from './id.js';

/** One of the values of a choice, and its label. */
interface Choice<Value extends string> {
  value: Value;
  label: string;
}

interface Choosing<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose(value: Value): void;
}

/** A choice among a few: buttons side by side. */
export function Segmented<Value extends string>({ label, choices, value, onChoose }: Choosing<Value>) {
  return (
    <fieldset class="segmented" aria-label={label} data-chosen={labelOf(value, choices)}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}

/** The label of a value, which is what remains of the choice on paper. */
function labelOf<Value extends string>(value: Value, choices: readonly Choice<Value>[]): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

/** A choice among several: a drop-down list, preceded by its label. */
export function Select<Value extends string>({ label, choices, value, onChoose }: Choosing<Value>) {
  const id = useOwnId();
  return (
    <span class="select" data-chosen={labelOf(value, choices)}>
      <label for={id}>{label}</label>
      <select
        id={id}
        class="input"
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value as Value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}
