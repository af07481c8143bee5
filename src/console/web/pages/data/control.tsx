import { h } from 'preact';
import { useRef } from 'preact/hooks';
import { text } from '../../text/language.js';
import { type FormField, takesDay } from '../../view/data-set-form.js';
import { DayInput } from '../../view/day-input.js';

/** The control in which a value of a field is typed or chosen, by the kind of the field. */
export function Control({
  labelled,
  field,
  value,
  onInput,
}: {
  labelled: { id: string };
  field: FormField;
  value: string;
  onInput?: (value: string) => void;
}) {
  const { name, type, required, choices } = field;
  // Of the value that it begins with: another element in the middle of typing would lose the focus.
  const hasLines = useRef(/[\r\n]/.test(value)).current;
  const attributes = { ...labelled, name, class: 'input', required, value };
  const onChange = ({ currentTarget }: { currentTarget: { value: string } }) =>
    onInput?.(currentTarget.value);
  if (choices.length > 0 || type === 'boolean') {
    const values = type === 'boolean' ? ['true', 'false'] : choices;
    return (
      <select {...attributes} onChange={onChange}>
        <option value="">{text.value.data.coverage.none}</option>
        {values.map((each) => (
          <option key={each} value={each} selected={each === value}>
            {each}
          </option>
        ))}
      </select>
    );
  }
  if (type === 'array' || type === 'object') {
    return <textarea {...attributes} class="input mono" rows={3} spellcheck={false} onInput={onChange} />;
  }
  // A field of one line drops the line ends of a text that has several.
  if (hasLines) return <textarea {...attributes} rows={6} onInput={onChange} />;
  if (takesDay(field)) return <DayInput {...attributes} onInput={onChange} />;
  return (
    <input
      {...attributes}
      inputMode={type === 'number' ? 'decimal' : type === 'integer' ? 'numeric' : 'text'}
      autocomplete="off"
      spellcheck={false}
      onInput={onChange}
    />
  );
}
