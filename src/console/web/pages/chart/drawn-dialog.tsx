import { type ComponentChildren, Fragment, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { price } from '../../format.js';
import { text } from '../../text/language.js';
import { DayInput } from '../../view/day-input.js';
import { openDialog } from '../../view/dialog.js';
import { Field } from '../../view/field.js';
import { type ChartDrawings, drawingsOf, hasRoom, lineThrough, storeDrawings } from './lines.js';

/** The subject of the dialog. */
interface Editing {
  ticker: string;
  /** the last bar, whose figures are the initial values; null without bars */
  last: { date: string; close: number } | null;
  /** redraws what is stored now */
  changed(): void;
  /** starts drawing a line or a level by pointing */
  point(what: 'level' | 'line'): void;
}

/** Lists the drawings on a ticker's chart, which can be added by figures or by pointing, and removed. */
export function editDrawn(of: Editing): void {
  openDialog(text.value.chart.level.title(of.ticker), (close) => (
    <Drawings {...of} point={(what) => [close(), of.point(what)]} />
  ));
}

function Drawings({ ticker, last, changed, point }: Editing) {
  const words = text.value.chart.level;
  const [drawings, setDrawings] = useState(() => drawingsOf(ticker));
  const set = (change: Partial<ChartDrawings>) => {
    setDrawings(storeDrawings(ticker, { ...drawings, ...change }));
    changed();
  };
  // What another tab draws meanwhile would be replaced by the next change here.
  useEffect(() => {
    const readAgain = () => {
      setDrawings(drawingsOf(ticker));
      changed();
    };
    addEventListener('storage', readAgain);
    return () => removeEventListener('storage', readAgain);
  }, [ticker]);
  const { levels, lines } = drawings;
  return (
    <div class="stack">
      <p class="hint">{words.meaning}</p>
      <div class="toolbar">
        <button type="button" class="button" onClick={() => point('level')}>
          {words.pointLevel}
        </button>
        <button type="button" class="button" onClick={() => point('line')}>
          {words.pointLine}
        </button>
      </div>
      <LevelForm last={last} add={(level) => hasRoom(levels) && set({ levels: [...levels, level] })} />
      <LineForm
        last={last}
        add={(from, to) => hasRoom(lines) && set({ lines: [...lines, lineThrough(from, to)] })}
      />
      <ul class="level-list">
        {levels.map((level) => (
          <DrawingItem
            key={level}
            label={words.removeOf(price(level))}
            remove={() => set({ levels: levels.filter((each) => each !== level) })}
          >
            {price(level)}
          </DrawingItem>
        ))}
        {lines.map((line, at) => {
          const name = words.line(line.from.date, price(line.from.price), line.to.date, price(line.to.price));
          return (
            <DrawingItem
              key={`${name} ${at}`}
              label={words.removeLine(name)}
              remove={() => set({ lines: lines.filter((each) => each !== line) })}
            >
              {name}
            </DrawingItem>
          );
        })}
      </ul>
    </div>
  );
}

function DrawingItem({
  label,
  remove,
  children,
}: {
  label: string;
  remove(): void;
  children: ComponentChildren;
}) {
  return (
    <li>
      <span>{children}</span>
      <button type="button" class="button" aria-label={label} onClick={remove}>
        {text.value.chart.level.remove}
      </button>
    </li>
  );
}

function LevelForm({ last, add }: { last: Editing['last']; add(level: number): void }) {
  const words = text.value.chart.level;
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        add(Number(new FormData(event.currentTarget).get('price')));
      }}
    >
      <PriceField label={words.price} name="price" value={last?.close} />
      <button type="submit" class="button button-primary">
        {words.add}
      </button>
    </form>
  );
}

type Place = ChartDrawings['lines'][number]['from'];

function LineForm({ last, add }: { last: Editing['last']; add(from: Place, to: Place): void }) {
  const words = text.value.chart.level;
  const read = (fields: FormData, end: 'from' | 'to') => ({
    date: String(fields.get(`${end}_date`)),
    price: Number(fields.get(`${end}_price`)),
  });
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        add(read(fields, 'from'), read(fields, 'to'));
      }}
    >
      {(['from', 'to'] as const).map((end) => (
        <Fragment key={end}>
          <Field label={words.ends[end].date}>
            {(labelled) => (
              <DayInput
                {...labelled}
                name={`${end}_date`}
                required
                defaultValue={end === 'to' ? (last?.date ?? '') : ''}
              />
            )}
          </Field>
          <PriceField
            label={words.ends[end].price}
            name={`${end}_price`}
            value={end === 'to' ? last?.close : undefined}
          />
        </Fragment>
      ))}
      <button type="submit" class="button button-primary">
        {words.addLine}
      </button>
    </form>
  );
}

function PriceField({ label, name, value }: { label: string; name: string; value: number | undefined }) {
  return (
    <Field label={label}>
      {(labelled) => (
        <input
          {...labelled}
          class="input"
          name={name}
          type="number"
          min={0}
          step="any"
          required
          defaultValue={value === undefined ? '' : String(value)}
        />
      )}
    </Field>
  );
}
