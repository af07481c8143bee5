import { type ComponentChildren, h } from 'preact';
import { useState } from 'preact/hooks';

/** Content rendered only while open, such as the figures behind a drawing. */
export function Foldout({ label, children }: { label: string; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="foldout" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && children}
    </details>
  );
}
