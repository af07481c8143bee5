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

/**
 * Returns a test for whether a name fits a pattern. A regular expression would try every way to divide the name between
 * several wildcards, and a server may send names of any length: going back to the last `*` is enough.
 */
export function fits(pattern: string): (name: string) => boolean {
  return (name) => {
    let [at, place] = [0, 0];
    let star: { place: number; at: number } | undefined;
    while (at < name.length) {
      const sign = pattern[place];
      if (sign === '*') star = { place: place++, at };
      else if (sign === '?' || sign === name[at]) {
        at++;
        place++;
      } else if (star !== undefined) {
        star.at++;
        [at, place] = [star.at, star.place + 1];
      } else return false;
    }
    return /^\**$/.test(pattern.slice(place));
  };
}
