import { h } from 'preact';
import { Explained, type Explanation } from './explain.js';

/** A named figure that explains itself when it is pressed. */
export interface NamedFigure extends Explanation {
  value: string;
  /** class of its colour */
  tone?: string;
}

/** Figures with their names, as many side by side as there is room for. */
export function Figures({ of }: { of: readonly NamedFigure[] }) {
  return (
    <dl class="figures figure-grid">
      {of.map((figure) => (
        <div key={figure.title}>
          <dt>{figure.title}</dt>
          <dd class={figure.tone ?? ''}>
            <Explained by={figure}>{figure.value}</Explained>
          </dd>
        </div>
      ))}
    </dl>
  );
}
