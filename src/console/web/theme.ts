import { computed, effect, signal } from '@preact/signals';

/** Light, dark, or as the system has it. The choice is kept for the tab. */
type Theme = 'light' | 'dark';

const KEY = 'mds.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const ofSystem = signal<Theme>(system.matches ? 'dark' : 'light');
const chosen = signal(sessionStorage.getItem(KEY));

/** The theme that is shown. */
export const theme = computed<Theme>(() =>
  chosen.value === 'light' || chosen.value === 'dark' ? chosen.value : ofSystem.value,
);

/** Shows the chosen theme and follows the system while none is chosen; once. */
export function installTheme(): void {
  system.addEventListener('change', ({ matches }) => {
    ofSystem.value = matches ? 'dark' : 'light';
  });
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

/** Changes between light and dark. */
export function toggleTheme(): void {
  const other = theme.value === 'dark' ? 'light' : 'dark';
  sessionStorage.setItem(KEY, other);
  chosen.value = other;
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
