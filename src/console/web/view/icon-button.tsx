import { h, type RefObject } from 'preact';
import type { IconName } from '../icons.js';
import { Icon } from './icon.js';

/** An icon as a button; its label is read out and shown as a tooltip. */
export function IconButton({
  name,
  label,
  onClick,
  className = '',
  disabled = false,
  button,
}: {
  name: IconName;
  label: string;
  onClick(): void;
  className?: string;
  disabled?: boolean;
  button?: RefObject<HTMLButtonElement | null>;
}) {
  return (
    <button
      {...(button && { ref: button })}
      type="button"
      class={`icon-button ${className}`}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={name} />
    </button>
  );
}
