import type { FileAddress } from './file-address.js';
import { fits } from './file-address.js';

/** A file as found in its folder. */
export interface FoundFile {
  name: string;
  size: number;
  modified: Date;
}

/** A file that was read to the end. */
export interface ReadFile extends FoundFile {
  /** of its content, decompressed; an empty file has one too */
  sha256: string;
}

/** A folder that contains files of a source. */
export interface FileStore {
  /** regular files, links left out */
  list(): Promise<FoundFile[]>;
  stat(name: string): Promise<FoundFile>;
  /** its bytes as stored */
  open(name: string): AsyncIterable<Buffer>;
  /** whether it must be opened again for the next unit: it has no connection, or that has ended, by either side */
  readonly isClosed: boolean;
  close(): void;
}

/**
 * The folder of a run: opened when a unit first needs it, shared by the next ones, opened anew after a failure. Servers
 * limit how often a user may sign in, and a folder may have thousands of files.
 */
export class SharedStore {
  #store: FileStore | undefined;

  constructor(private readonly open: () => Promise<FileStore>) {}

  /** Runs `work`, one at a time; throws {@link SourceFailure} if the folder cannot be opened. */
  async use<Result>(work: (store: FileStore) => Promise<Result>): Promise<Result> {
    if (this.#store?.isClosed === true) this.close();
    this.#store ??= await this.open();
    try {
      return await work(this.#store);
    } catch (error) {
      // A file may be half read.
      this.close();
      throw error;
    }
  }

  close(): void {
    this.#store?.close();
    this.#store = undefined;
  }
}

/** Names of files that are still being written, and hidden ones. */
const PARTIAL = /^\.|\.(part|partial|tmp|temp|filepart|crdownload|download)$/i;

/** Files of a folder that fit an address's pattern, by name, without those whose name marks them as incomplete. */
export async function filesOf(store: FileStore, { pattern }: FileAddress): Promise<FoundFile[]> {
  const isNamed = fits(pattern);
  const files = (await store.list()).filter(({ name }) => isNamed(name) && !PARTIAL.test(name));
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether a file is unchanged between two looks. */
export const isSame = (a: FoundFile, b: FoundFile): boolean =>
  a.size === b.size && a.modified.getTime() === b.modified.getTime();
