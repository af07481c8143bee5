import { price } from '../../format.js';
import { text } from '../../text/language.js';
import { useState } from '../../vendor/hooks.js';
import { h } from '../../vendor/preact.js';
import { openDialog } from '../../view/dialog.js';
import { Field } from '../../view/field.js';
import { keepLevels, levelsOf } from './levels.js';

/** Shows the levels of a ticker to be added and removed; `last` is offered as the next one, `changed` draws them. */
export function editLevels(ticker: string, last: number | null, changed: () => void): void {
  openDialog(text.value.chart.level.title(ticker), () => (
    <Levels ticker={ticker} last={last} changed={changed} />
  ));
}

function Levels({ ticker, last, changed }: { ticker: string; last: number | null; changed(): void }) {
  const words = text.value.chart.level;
  const [levels, setLevels] = useState<readonly number[]>(() => levelsOf(ticker));
  const set = (next: readonly number[]) => {
    setLevels(keepLevels(ticker, next));
    changed();
  };
  return (
    <div class="stack">
      <p class="hint">{words.meaning}</p>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          set([...levels, Number(new FormData(event.currentTarget).get('price'))]);
        }}
      >
        <Field label={words.price}>
          {(labelled) => (
            <input
              {...labelled}
              class="input"
              name="price"
              type="number"
              min={0}
              step="any"
              required
              defaultValue={last === null ? '' : String(last)}
            />
          )}
        </Field>
        <button type="submit" class="button button-primary">
          {words.add}
        </button>
      </form>
      <ul class="level-list">
        {levels.map((level) => (
          <li key={level}>
            <span>{price(level)}</span>
            <button
              type="button"
              class="button"
              aria-label={words.removeOf(price(level))}
              onClick={() => set(levels.filter((each) => each !== level))}
            >
              {words.remove}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
