import { Fragment, h } from 'preact';
import type { Message } from './problem.js';

/** A message with the service's own words in smaller type below it. */
export function MessageText({ of: { words, original } }: { of: Message }) {
  return (
    <Fragment>
      {words}
      {original !== undefined && (
        <span class="hint original" lang="en">
          {original}
        </span>
      )}
    </Fragment>
  );
}
