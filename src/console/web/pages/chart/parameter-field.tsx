import { h } from 'preact';
import { text } from '../../text/language.js';
import { Field } from '../../view/field.js';
import { boundedValue, type Parameter } from './catalogue.js';

/** A control for one parameter, with the bounds of the catalogue; calls back with valid values only. */
export function ParameterField({
  parameter,
  value,
  change,
}: {
  parameter: Parameter;
  value: number | string;
  change(value: number | string): void;
}) {
  const { enum: words, min, max, type } = parameter;
  const name = parameter.name.replaceAll('_', ' ');
  const label = text.value.codes.parameters[parameter.name] ?? name.charAt(0).toUpperCase() + name.slice(1);
  return (
    <Field label={label}>
      {(labelled) =>
        words === null ? (
          <input
            {...labelled}
            class="input"
            type="number"
            required
            {...(min !== null && { min })}
            {...(max !== null && { max })}
            step={type === 'integer' ? 1 : 'any'}
            value={String(value)}
            onChange={({ currentTarget: input }) => {
              if (input.reportValidity()) change(boundedValue(parameter, input.value));
            }}
          />
        ) : (
          <select {...labelled} class="input" onChange={({ currentTarget }) => change(currentTarget.value)}>
            {words.map((word) => (
              <option key={word} value={word} selected={word === value}>
                {word}
              </option>
            ))}
          </select>
        )
      }
    </Field>
  );
}
