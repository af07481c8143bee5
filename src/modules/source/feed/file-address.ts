/** Where the files of a source are: a folder beneath SOURCE_FOLDER, or on an SFTP server. */
export interface FileAddress {
  folder: string;
  /** file name, with the wildcards * and ? */
  pattern: string;
  /** undefined: on this machine */
  server?: { user: string; host: string; port: number };
}

const LOCAL = /^file:((?:[^/]+\/)*)([^/]+)$/;
const REMOTE =
  /^sftp:\/\/([^@/:\s]+)@(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::(\d{1,5}))?(\/(?:[^/]+\/)*)([^/]+)$/;
const SSH_PORT = 22;

/** Whether an address refers to files and not to HTTP. */
export const isOfFiles = (url: string): boolean => /^(file|sftp):/i.test(url);

/** The parts of a file address; undefined if it is not one. A folder can only lead down. */
export function fileAddress(url: string): FileAddress | undefined {
  const local = LOCAL.exec(url);
  const remote = REMOTE.exec(url);
  const [folder = '', pattern = ''] = local?.slice(1) ?? remote?.slice(4) ?? [];
  const isSound =
    pattern !== '' && /^[\x21-\x7e]*$/.test(url) && !/(^|\/)\.{1,2}(\/|$)|\\/.test(`${folder}${pattern}`);
  if (!isSound) return undefined;
  if (remote === null) return { folder, pattern };
  const [, user = '', host = '', port] = remote;
  const number = port === undefined ? SSH_PORT : Number(port);
  if (number < 1 || number > 65_535) return undefined;
  return { folder, pattern, server: { user, host: host.replace(/^\[(.*)\]$/, '$1'), port: number } };
}

/** Returns a test for whether a name fits a pattern. */
export function fits(pattern: string): (name: string) => boolean {
  const text = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const expression = new RegExp(`^${text}$`);
  return (name) => expression.test(name);
}
