import type { PublishedForm, PublishedRow, StoredRecords } from '../../src/modules/dataset/published.js';

/** Yields a file as pieces of a few bytes, cut anywhere: through quotes, tags and characters. */
async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += 7) yield bytes.subarray(from, from + 7);
}

/** Every row of a published file, applied over the stored rows (none by default). */
export async function rowsOf(
  form: PublishedForm,
  text: string,
  stored: StoredRecords = async () => undefined,
): Promise<PublishedRow[]> {
  const rows: PublishedRow[] = [];
  for await (const row of form.records(pieces(text), stored)) rows.push(row);
  return rows;
}

/** The official columns of ISO 10383, release 2. */
export const MIC_COLUMNS =
  '"MIC","OPERATING MIC","OPRT/SGMT","MARKET NAME-INSTITUTION DESCRIPTION","LEGAL ENTITY NAME","LEI","MARKET CATEGORY CODE","ACRONYM","ISO COUNTRY CODE (ISO 3166)","CITY","WEBSITE","STATUS","CREATION DATE","LAST UPDATE DATE","LAST VALIDATION DATE","EXPIRY DATE","COMMENTS"';
