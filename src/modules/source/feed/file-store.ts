import type { FileAddress } from './file-address.js';
import { fits } from './file-address.js';

/** A file as it lies there. */
export interface FoundFile {
  name: string;
  size: number;
  modified: Date;
}

/** A folder that files of a source lie in. */
export interface FileStore {
  /** regular files, links left out */
  list(): Promise<FoundFile[]>;
  stat(name: string): Promise<FoundFile>;
  /** its bytes as they lie there */
  open(name: string): AsyncIterable<Buffer>;
  close(): void;
}

/** Names of files that are still being written, and hidden ones. */
const PARTIAL = /^\.|\.(part|partial|tmp|temp|filepart|crdownload|download)$/i;

/** Files of a folder that fit the pattern of an address, by name; those that are still being written by their name are left out. */
export async function filesOf(store: FileStore, { pattern }: FileAddress): Promise<FoundFile[]> {
  const isNamed = fits(pattern);
  const files = (await store.list()).filter(({ name }) => isNamed(name) && !PARTIAL.test(name));
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether a file is unchanged between two looks. */
export const isSame = (a: FoundFile, b: FoundFile): boolean =>
  a.size === b.size && a.modified.getTime() === b.modified.getTime();
