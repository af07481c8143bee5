import { text } from '../text/language.js';

/** The name of something in the language that is shown, where the service knows it; else the name that it has. */
export function localName(of: { name: string; name_en: string | null }): string;
export function localName(of: { name: string | null; name_en: string | null }): string | null;
export function localName({ name, name_en: english }: { name: string | null; name_en: string | null }) {
  return text.value.code === 'en' ? (english ?? name) : (name ?? english);
}
