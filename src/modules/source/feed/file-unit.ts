import { resolve } from 'node:path';
import type { SourceWrite } from '../source.declaration.js';
import { SourceFailure } from './failure.js';
import { fileAddress } from './file-address.js';
import { type FileStore, type FoundFile, filesOf, isSame } from './file-store.js';
import { localFolder } from './local-folder.js';
import type { Line } from './pages.js';
import { sftpFolder } from './sftp.js';

/** Time for which a file must be unchanged before it is read, s. */
const USUAL_SETTLE = 60;
/** Of a file whose time of change is later than our clock. */
const CLOCK_AHEAD = ', or the clock of its server is ahead: settle 0 reads its files at once';
/** Most files in one run; the rest are left to the next run. */
const MOST_FILES = 10_000;

/** Opens the folder of a source; throws {@link SourceFailure}. */
export async function openStore(
  { request, auth }: SourceWrite,
  { credentials, bounds, folder: root }: Line,
): Promise<FileStore> {
  const address = fileAddress(request.url);
  if (address === undefined) throw new SourceFailure('not_found', 'the address does not name files', false);
  const { server, folder } = address;
  if (server === undefined) return localFolder(root === undefined ? undefined : resolve(root), folder);
  return sftpFolder(server, folder, { auth, secretOf: credentials.secretOf, bounds });
}

/** Units for a folder's files other than those read: `name`, and `file`, the name up to its first dot. */
export async function newFiles(
  { request }: SourceWrite,
  store: FileStore,
  filesRead: readonly FoundFile[],
): Promise<{ name: string; file: string }[]> {
  const address = fileAddress(request.url);
  if (address === undefined) return [];
  const read = new Map(filesRead.map((file) => [file.name, file]));
  const isNew = (file: FoundFile) => {
    const before = read.get(file.name);
    return before === undefined || !isSame(before, file);
  };
  const files = (await filesOf(store, address)).filter(isNew).slice(0, MOST_FILES);
  return files.map(({ name }) => ({ name, file: name.split('.', 1)[0] ?? name }));
}

/** The state of a file before it is read; throws {@link SourceFailure} if it is probably still being written. */
export async function settledFile(
  store: FileStore,
  name: string,
  { request }: SourceWrite,
): Promise<FoundFile> {
  const file = await store.stat(name);
  const settle = (request.settle ?? USUAL_SETTLE) * 1_000;
  const age = Date.now() - file.modified.getTime();
  if (settle === 0 || age >= settle) return file;
  // A clock that is ahead of ours does not prolong the wait.
  if (age < -settle) throw unfinished(name, settle, CLOCK_AHEAD);
  throw unfinished(name, settle - Math.max(age, 0));
}

/** Throws {@link SourceFailure} if a file was changed while it was read. */
export async function refuseChanged(store: FileStore, before: FoundFile, bytes: number): Promise<void> {
  const after = await store.stat(before.name);
  if (!isSame(before, after) || bytes !== before.size) throw unfinished(before.name, 0);
}

function unfinished(name: string, wait: number, doubt = ''): SourceFailure {
  return new SourceFailure('unfinished', `${name} is still being written${doubt}`, true, wait);
}
