/**
 * A failure that its reader can act on: the message says what is wrong and what to do.
 * Anything else that escapes this folder is a defect.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The way out that always exists; ends the messages of failures that no setting here can cure. */
export const OWN_SERVER = 'set DATABASE_URL to a PostgreSQL 14 or newer';

/** `error.code` of a Node or PostgreSQL error (`ENOENT`, `57P03`), undefined when there is none. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Anything thrown, as one line. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Turns a file system failure on `path` into advice; passes other errors through unchanged, so that
 * `throw explain(error, path)` is always right.
 */
export function explain(error: unknown, path: string): unknown {
  const advice = `point DATA_DIR at a folder that this user can write, or ${OWN_SERVER}`;
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return new EmbeddedPostgresError(`No permission to write ${path}: ${advice}.`, { cause: error });
    case 'EROFS':
      return new EmbeddedPostgresError(`${path} is on a read-only file system: ${advice}.`, { cause: error });
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedPostgresError(`${path} or a part of it is a file, not a folder: ${advice}.`, {
        cause: error,
      });
    case 'ENOENT':
    case 'ENAMETOOLONG':
      return new EmbeddedPostgresError(`${path} cannot be created (${codeOf(error)}): ${advice}.`, {
        cause: error,
      });
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(path, error);
    default:
      return error;
  }
}

/** Whether a failure comes from a full disk. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf((error as Error).cause) ?? '');
}

/** Whether what PostgreSQL wrote is about a full disk. */
export function isAboutFullDisk(text: string): boolean {
  return /No space left|Disk quota|free disk space/i.test(text);
}

/** The disk below `path` is full; an empty cluster takes about 40 MB and grows WAL up to 1 GB. */
export function diskFull(path: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The disk of ${path} is full: free some space (an empty database takes 40 MB, its log up to 1 GB), ` +
      `point DATA_DIR at another disk, or ${OWN_SERVER}.`,
    { cause },
  );
}
