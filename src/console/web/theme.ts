/** Light, dark, or as the system has it. The choice is kept for the tab. */
type Theme = 'light' | 'dark';

const KEY = 'mds.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<(theme: Theme) => void>();

/** The theme that is shown. */
export function currentTheme(): Theme {
  const chosen = sessionStorage.getItem(KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return system.matches ? 'dark' : 'light';
}

/** Shows the chosen theme and follows the system while none is chosen; once. */
export function installTheme(): void {
  apply();
  system.addEventListener('change', apply);
}

/** Changes between light and dark. */
export function toggleTheme(): void {
  sessionStorage.setItem(KEY, currentTheme() === 'dark' ? 'light' : 'dark');
  apply();
}

/** Calls back when the theme changes; returns how to stop. */
export function onTheme(listener: (theme: Theme) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The colour that a custom property of tokens.css has in the current theme, for what CSS does not paint. */
export function colorOf(property: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  document.body.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}

function apply(): void {
  const theme = currentTheme();
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener(theme);
}
