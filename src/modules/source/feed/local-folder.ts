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
  const stat = async (name: string): Promise<FoundFile> => {
    const stats = await lstat(join(path, name)).catch(() => undefined);
    if (stats?.isFile() !== true)
      throw new SourceFailure('not_found', `${name} is not there any more`, false);
    return { name, size: stats.size, modified: stats.mtime };
  };
  return {
    list: async () => {
      const entries = await readdir(path, { withFileTypes: true });
      return Promise.all(entries.filter((entry) => entry.isFile()).map(({ name }) => stat(name)));
    },
    stat,
    open: (name) => bytesOf(join(path, name)),
    close: () => undefined,
  };
}

/** Bytes of a file that is not a link, even if a link has just replaced it. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  yield* handle.createReadStream();
}
