import { readFile } from 'node:fs/promises';

/** Reads the records of a shipped file, as they are. */
export async function shippedRecords(file: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(new URL(`./data/${file}`, import.meta.url), 'utf8');
  return JSON.parse(text) as Record<string, unknown>[];
}
