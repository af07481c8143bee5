import { type ComponentChildren, h } from 'preact';
import { useOwnId } from './id.js';

/** A surface with a heading; `tools` are at the end of its first row. */
export function Card({
  title,
  tools,
  wide = false,
  className = '',
  children,
}: {
  title: ComponentChildren;
  tools?: ComponentChildren;
  /** takes the whole row of a grid of cards */
  wide?: boolean;
  className?: string;
  children: ComponentChildren;
}) {
  const id = useOwnId();
  return (
    <section class={`card ${wide ? 'card-wide' : ''} ${className}`} aria-labelledby={id}>
      <div class="card-head">
        <h2 id={id}>{title}</h2>
        {tools !== undefined && <div class="toolbar">{tools}</div>}
      </div>
      {children}
    </section>
  );
}
