import { h } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { text } from '../text/language.js';

/** Characters of a text that are shown at once. */
const SHOWN = 800;

/** A paragraph in the direction of its letters; of a long one only the beginning, so that what follows stays in view. */
export function LongText({ children }: { children: string }) {
  const [isWhole, setWhole] = useState(false);
  const paragraph = useRef<HTMLParagraphElement>(null);
  const isCut = !isWhole && children.length > SHOWN * 1.2;
  return (
    <p ref={paragraph} class="muted" dir="auto" tabIndex={-1}>
      {isCut ? `${beginningOf(children)} … ` : children}
      {isCut && (
        <button
          type="button"
          class="cell-link"
          lang={text.value.code}
          onClick={() => {
            // The button goes, the reader stays.
            paragraph.current?.focus({ preventScroll: true });
            setWhole(true);
          }}
        >
          <strong>{text.value.common.readOn}</strong>
        </button>
      )}
    </p>
  );
}

/** Ends between two words, or at least not within a character of two units. */
function beginningOf(whole: string): string {
  const start = whole.slice(0, SHOWN);
  const end = start.search(/\s\S*$/);
  return end > SHOWN / 2 ? start.slice(0, end) : start.replace(/[\uD800-\uDBFF]$/, '');
}
