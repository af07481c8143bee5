import { h } from 'preact';
import { type IconName, PATHS } from '../icons.js';

/** A decorative icon in the colour of its text; used alone, its button needs a label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
