import { computed, signal } from '@preact/signals';
import { en, type Text } from './en.js';

/** Languages of the console; one file each. */
type Language = 'en' | 'vi';

/** The choice is kept for the tab, as the theme is. */
const KEY = 'mds.language';
const table = signal<Text>(en);

const language = signal<Language>('en');

/** Every text of the pages, in the language that is shown; components that read it follow it. */
export const text = computed(() => table.value);

/** Shows the language that was chosen in this tab. */
export async function installLanguage(): Promise<void> {
  if (sessionStorage.getItem(KEY) === 'vi') await chooseLanguage('vi');
}

/** Changes between the languages. */
export function toggleLanguage(): void {
  void chooseLanguage(language.value === 'en' ? 'vi' : 'en');
}

/** The table of a language is read when it is first chosen. */
async function chooseLanguage(chosen: Language): Promise<void> {
  table.value = chosen === 'vi' ? (await import('./vi.js')).vi : en;
  language.value = chosen;
  document.documentElement.lang = chosen;
  sessionStorage.setItem(KEY, chosen);
}
