import { text } from '../text/language.js';

/** The name in the displayed language, if the service has it; else the other name. */
export function localName(of: { name: string; name_en: string | null }): string;
export function localName(of: { name: string | null; name_en: string | null }): string | null;
export function localName({ name, name_en: english }: { name: string | null; name_en: string | null }) {
  return text.value.code === 'en' ? (english ?? name) : (name ?? english);
}
