import { constants } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { SourceFailure } from './failure.js';
import type { FileStore, FoundFile } from './file-store.js';

/** A folder beneath the root that the machine's operator has opened for sources; links cannot lead out of it. */
export async function localFolder(root: string | undefined, folder: string): Promise<FileStore> {
  if (root === undefined)
    throw new SourceFailure('folder_not_allowed', 'SOURCE_FOLDER is not set: no folder may be read', false);
  const [base, path] = await Promise.all([realpath(root), realpath(join(root, folder))]).catch(() => {
    throw new SourceFailure('not_found', `there is no folder ${folder || '.'} in SOURCE_FOLDER`, true);
  });
  if (path !== base && !path.startsWith(base + sep))
    throw new SourceFailure('folder_not_allowed', `${folder} leads out of SOURCE_FOLDER`, false);
  const look = async (name: string): Promise<FoundFile | undefined> => {
    const stats = await lstat(join(path, name)).catch(() => undefined);
    return stats?.isFile() === true ? { name, size: stats.size, modified: stats.mtime } : undefined;
  };
  return {
    list: async () => {
      const entries = await readdir(path, { withFileTypes: true });
      const files = await Promise.all(
        entries.filter((entry) => entry.isFile()).map(({ name }) => look(name)),
      );
      // A file that was renamed meanwhile, as when it is finished, is found by the next run.
      return files.filter((file) => file !== undefined);
    },
    stat: async (name) => {
      const file = await look(name);
      if (file === undefined) throw new SourceFailure('not_found', `${name} is not there any more`, false);
      return file;
    },
    open: (name) => bytesOf(join(path, name)),
    // Where its links lead is checked again for each unit of work.
    isClosed: true,
    close: () => undefined,
  };
}

/** Bytes of a file that is not a link, even if a link has just replaced it. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  yield* handle.createReadStream();
}
