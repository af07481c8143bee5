import { createHash } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { PassThrough } from 'node:stream';
import type { Client, ConnectConfig, FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2';
import { AddressNotAllowed, checkedLookup, mayDeliverTo } from '../../../outbound/address.js';
import type { SourceAuth } from '../source-request.js';
import { failureOf, SourceFailure, tooSlow } from './failure.js';
import { type Bounds, PATIENCE } from './fetcher.js';
import type { FileAddress } from './file-address.js';
import type { FileStore, FoundFile } from './file-store.js';
import type { SecretOf } from './secrets.js';

type Server = NonNullable<FileAddress['server']>;

/** Codes of an SFTP status (draft-ietf-secsh-filexfer-02, 7). */
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;

/**
 * Opens a folder of an SFTP server, over a dedicated connection to a checked address. The server is identified by the
 * key fingerprint that the source declares; no secret is sent to any other. Throws {@link SourceFailure}.
 */
export async function sftpFolder(
  server: Server,
  folder: string,
  { auth, secretOf, bounds }: { auth: SourceAuth | undefined; secretOf: SecretOf; bounds: Bounds },
): Promise<FileStore> {
  const credentials = await credentialsOf(auth, secretOf);
  // Most services use no SFTP server: startup need not wait for the package.
  const { default: ssh2 } = await import('ssh2');
  const socket = connectSocket(server, bounds);
  const client = new ssh2.Client();
  const failure = new Promise<never>((_, reject) => {
    socket.on('error', reject);
    client.on('error', (error) => reject(connectionFailure(error)));
    client.on('close', () => reject(connectionClosed()));
  });
  failure.catch(() => undefined); // callers that wait for the server get the error
  const close = () => {
    client.end();
    socket.destroy();
  };
  const answerOf = async <Result>(work: Promise<Result>): Promise<Result> => {
    const patience = bounds.timeout * PATIENCE;
    // A folder that never ends, or whose names trickle, is never silent.
    const timer = setTimeout(() => socket.destroy(tooSlow(patience)), patience);
    try {
      return await Promise.race([work, failure]);
    } catch (error) {
      close();
      bounds.signal.throwIfAborted();
      throw statusFailure(error) ?? failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  };
  await answerOf(once(socket, 'connect'));
  client.connect({
    sock: socket,
    username: server.user,
    ...credentials,
    readyTimeout: bounds.timeout,
    hostVerifier: (key: Buffer) => fingerprintOf(key) === auth?.host_key,
  });
  await answerOf(once(client, 'ready'));
  const sftp = await answerOf(openSftp(client));
  return folderOf(sftp, folder, { answerOf, failure, socket, close });
}

/** Fingerprint of a public key in OpenSSH's form: `SHA256:` and Base64 without padding. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace('=', '')}`;
}

async function credentialsOf(
  auth: SourceAuth | undefined,
  secretOf: SecretOf,
): Promise<Partial<ConnectConfig>> {
  const of = async (name: string | undefined) => (name === undefined ? undefined : secretOf(name));
  const [password, privateKey, passphrase] = await Promise.all([
    of(auth?.secret),
    of(auth?.private_key),
    of(auth?.passphrase),
  ]);
  return {
    ...(password === undefined ? {} : { password }),
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
}

function connectSocket({ host, port }: Server, { isPrivateAllowed, timeout, signal }: Bounds): net.Socket {
  if (net.isIP(host) !== 0 && !mayDeliverTo(host, isPrivateAllowed)) throw failureOf(new AddressNotAllowed());
  signal.throwIfAborted();
  const socket = net.connect({ host, port, lookup: checkedLookup(isPrivateAllowed) });
  // Node's own option `signal` keeps every socket as long as the signal lives: one a file, until the run ends.
  const abort = () => socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', abort);
  socket.once('close', () => signal.removeEventListener('abort', abort));
  socket.setTimeout(timeout, () =>
    socket.destroy(new SourceFailure('timeout', 'the server fell silent', true)),
  );
  return socket;
}

function openSftp(client: Client): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    client.sftp((error, sftp) => (error === undefined ? resolve(sftp) : reject(error)));
  });
}

function folderOf(
  sftp: SFTPWrapper,
  folder: string,
  line: {
    answerOf<Result>(work: Promise<Result>): Promise<Result>;
    failure: Promise<never>;
    socket: net.Socket;
    close(): void;
  },
): FileStore {
  const attributesOf = (name: string) =>
    new Promise<Stats>((resolve, reject) => {
      sftp.lstat(folder + name, (error, stats) => (error === undefined ? resolve(stats) : reject(error)));
    });
  const entries = async () => {
    const listed = await new Promise<FileEntryWithStats[]>((resolve, reject) => {
      sftp.readdir(folder, (error, list) => (error === undefined ? resolve(list) : reject(error)));
    });
    const files: FoundFile[] = [];
    for (const { filename, attrs } of listed) {
      if (filename.includes('/')) continue;
      // Attributes are optional, in a list above all; what no answer calls a folder or a link is taken as a file.
      const { mode, size, mtime } = attrs;
      const stats = [mode, size, mtime].some(isMissing) ? await attributesOf(filename) : attrs;
      if (isMissing(stats.mode) || stats.isFile()) files.push(fileOf(filename, stats));
    }
    return files;
  };
  const readers = new Set<(error: Error) => void>();
  line.failure.catch((error: Error) => {
    for (const fail of readers) fail(error);
  });
  return {
    list: () => line.answerOf(entries()),
    stat: (name) => line.answerOf(attributesOf(name).then((stats) => fileOf(name, stats))),
    open: (name) => {
      const file = sftp.createReadStream(folder + name);
      const bytes = new PassThrough();
      const fail = (error: Error) => bytes.destroy(statusFailure(error) ?? failureOf(error));
      file.on('error', fail).pipe(bytes);
      readers.add(fail);
      return bytes.once('close', () => readers.delete(fail));
    },
    get isClosed() {
      return line.socket.destroyed;
    },
    close: line.close,
  };
}

/** Whether a server has left out an attribute, which the types of ssh2 take as given. */
const isMissing = (attribute: number | undefined) => attribute === undefined;

function fileOf(name: string, { size, mtime }: Stats): FoundFile {
  if (isMissing(size) || isMissing(mtime))
    throw new SourceFailure('failed', 'the server does not give the size and time of its files', false);
  return { name, size, modified: new Date(mtime * 1_000) };
}

function connectionFailure(error: Error & { level?: string }): SourceFailure {
  if (error instanceof SourceFailure) return error;
  if (/verification failed/i.test(error.message))
    return new SourceFailure(
      'host_key',
      'the key of the server is not the one that auth.host_key names',
      false,
    );
  if (error.level === 'client-authentication')
    return new SourceFailure('unauthorized', 'the server refused the user, the password or the key', false);
  if (error.level === 'client-timeout') return new SourceFailure('timeout', 'the server fell silent', true);
  if (/private ?key|passphrase|cannot parse/i.test(error.message))
    return new SourceFailure('unauthorized', 'the private key cannot be read', false);
  return failureOf(error);
}

const connectionClosed = () => new SourceFailure('reset', 'the server closed the connection', true);

function statusFailure(error: unknown): SourceFailure | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  // What ssh2 says of requests that are open when the connection ends.
  if (message === 'No response from server') return connectionClosed();
  if (code === NO_SUCH_FILE)
    return new SourceFailure(
      'not_found',
      "the server has no such file or folder; the path begins at the server's root, not in the user's own folder",
      true,
    );
  if (code === PERMISSION_DENIED)
    return new SourceFailure('unauthorized', 'the server does not let the user read there', false);
  return undefined;
}
