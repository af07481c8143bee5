import { type ComponentChildren, h } from 'preact';
import { useOwnId } from './id.js';

/** Attributes of a control in a {@link Field} so that label and hint are read out with it. */
interface Labelled {
  id: string;
  'aria-describedby'?: string;
}

/** A control with its label above and a hint below; `children` renders the control. */
export function Field({
  label,
  hint,
  children,
}: {
  label: ComponentChildren;
  hint?: ComponentChildren;
  children: (labelled: Labelled) => ComponentChildren;
}) {
  const id = useOwnId();
  const hasHint = hint !== undefined && hint !== null && hint !== '';
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(hasHint && { 'aria-describedby': `${id}-hint` }) })}
      {hasHint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
