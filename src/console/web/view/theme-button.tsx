import { h } from 'preact';
import { text } from '../text/language.js';
import { theme, toggleTheme } from '../theme.js';
import { IconButton } from './icon-button.js';

/** Switches between light and dark. */
export function ThemeButton() {
  const other = theme.value === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      name={other === 'dark' ? 'moon' : 'sun'}
      label={text.value.shell.toTheme[other]}
      onClick={toggleTheme}
    />
  );
}
