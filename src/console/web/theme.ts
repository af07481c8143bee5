import { computed, effect, signal } from '@preact/signals';

/** Light or dark, by default as in the system. The choice is stored for the tab. */
type Theme = 'light' | 'dark';

const KEY = 'mds.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const ofSystem = signal<Theme>(system.matches ? 'dark' : 'light');
const chosenTheme = signal(sessionStorage.getItem(KEY));

/** The theme that is shown. */
export const theme = computed<Theme>(() =>
  chosenTheme.value === 'light' || chosenTheme.value === 'dark' ? chosenTheme.value : ofSystem.value,
);

/** Applies the chosen theme, or follows the system while none is chosen; call once. */
export function installTheme(): void {
  system.addEventListener('change', ({ matches }) => {
    ofSystem.value = matches ? 'dark' : 'light';
  });
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

/** Switches between light and dark. */
export function toggleTheme(): void {
  const other = theme.value === 'dark' ? 'light' : 'dark';
  sessionStorage.setItem(KEY, other);
  chosenTheme.value = other;
}

/** The colour of a custom property of tokens.css in the current theme, for drawings that CSS does not paint. */
export function colorOf(property: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  // Else a contrast theme of the system makes all colours one.
  probe.style.forcedColorAdjust = 'none';
  document.body.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
}
