import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'mds-source-';
/** Age of a folder that no run uses any more, ms: each unit that is received or stored changes it. */
const ABANDONED = 24 * 60 * 60 * 1000;

/** Makes a folder for what a run receives, and removes those that killed processes have left. */
export async function makeRunFolder(): Promise<string> {
  const temporary = tmpdir();
  const names = await readdir(temporary).catch(() => []);
  const folders = names.filter((name) => name.startsWith(PREFIX)).map((name) => join(temporary, name));
  // One of another user, or removed by another process meanwhile, stays out of it.
  await Promise.all(folders.map((folder) => removeAbandoned(folder).catch(() => undefined)));
  return mkdtemp(join(temporary, PREFIX));
}

async function removeAbandoned(folder: string): Promise<void> {
  const { mtimeMs } = await stat(folder);
  if (Date.now() - mtimeMs > ABANDONED) await rm(folder, { recursive: true, force: true });
}
