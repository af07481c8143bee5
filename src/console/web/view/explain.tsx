import { type ComponentChildren, h } from 'preact';
import { text } from '../text/language.js';
import { openDialog } from './dialog.js';
import { Icon } from './icon.js';

/** The explanation of a figure. */
export interface Explanation {
  title: string;
  /** the figure itself, as displayed */
  value?: string;
  /** what it means, and what it is not */
  meaning?: string;
  /** how it is computed */
  formula?: string;
  /** names and values of its inputs */
  inputs?: readonly (readonly [name: string, value: string])[];
  /** day that it refers to */
  date?: string | null;
  /** the API call that returns it */
  source?: string;
}

/** A figure that explains itself when it is pressed. */
export function Explained({ by, children }: { by: Explanation; children: ComponentChildren }) {
  return (
    <button type="button" class="explained" aria-haspopup="dialog" onClick={() => showExplanation(by)}>
      {children}
    </button>
  );
}

/** A small button that explains the item next to it. */
export function ExplainButton({ by }: { by: Explanation }) {
  const label = text.value.common.howComputed(by.title);
  return (
    <button
      type="button"
      class="icon-button icon-button-small"
      aria-haspopup="dialog"
      aria-label={label}
      title={label}
      onClick={() => showExplanation(by)}
    >
      <Icon name="help" />
    </button>
  );
}

/** Opens the explanation; navigation closes it. */
function showExplanation(explanation: Explanation): void {
  openDialog(explanation.title, () => <Body of={explanation} />);
}

function Body({ of: { value, meaning, formula, inputs = [], date, source } }: { of: Explanation }) {
  const words = text.value.common;
  return (
    <div class="explanation">
      {value !== undefined && <p class="explanation-value">{value}</p>}
      {meaning !== undefined && <p>{meaning}</p>}
      {formula !== undefined && (
        <div>
          <h3>{words.formula}</h3>
          <p class="explanation-formula">{formula}</p>
        </div>
      )}
      {inputs.length > 0 && (
        <div>
          <h3>{words.inputs}</h3>
          <dl>
            {inputs.map(([name, figureText]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{figureText}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {typeof date === 'string' && (
        <p class="muted">
          {words.asOf} {date}
        </p>
      )}
      {source !== undefined && (
        <p class="hint">
          {words.answeredBy} <code>{source}</code>
        </p>
      )}
    </div>
  );
}
