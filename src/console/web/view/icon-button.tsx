import { h, type RefObject } from 'preact';
import type { IconName } from '../icons.js';
import { Icon } from './icon.js';

/** An icon as a button; its label is read out, and shown as a tooltip with the key that does the same. */
export function IconButton({
  name,
  label,
  hotkey,
  onClick,
  className = '',
  disabled = false,
  button,
}: {
  name: IconName;
  label: string;
  hotkey?: string;
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
      aria-keyshortcuts={hotkey}
      title={hotkey === undefined ? label : `${label} (${hotkey})`}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={name} />
    </button>
  );
}
