import { computed, signal } from '@preact/signals';
import { en, type Text } from './en.js';

/** Languages of the console, one file each. */
type Language = 'en' | 'vi';

/** The choice is stored for the tab, like the theme. */
const KEY = 'mds.language';
const table = signal<Text>(en);

const language = signal<Language>('en');

/** All texts of the pages, in the current language; components that read it follow it. */
export const text = computed(() => table.value);

/** Applies the language chosen in this tab; throws if it cannot be loaded. */
export async function installLanguage(): Promise<void> {
  if (sessionStorage.getItem(KEY) === 'vi') await chooseLanguage('vi');
}

/** Switches between the languages; throws if the other one cannot be loaded. */
export function toggleLanguage(): Promise<void> {
  return chooseLanguage(language.value === 'en' ? 'vi' : 'en');
}

/** Loads the table of a language when it is first chosen. */
async function chooseLanguage(chosen: Language): Promise<void> {
  table.value = chosen === 'vi' ? (await import('./vi.js')).vi : en;
  language.value = chosen;
  document.documentElement.lang = chosen;
  sessionStorage.setItem(KEY, chosen);
}
