import type { AddressInfo } from 'node:net';
import ssh2 from 'ssh2';
import { fingerprintOf } from '../src/modules/source/feed/sftp.js';

const { generateKeyPairSync, parseKey, sftp: codes } = ssh2.utils;
const REGULAR = 0o100_644;

/** A key pair; not ed25519, of which one in a hundred cannot be read, https://github.com/mscdex/ssh2/issues/1513. */
const newKey = () => generateKeyPairSync('ecdsa', { bits: 256 });

/** A file of the server. */
export interface ServedFile {
  content: Buffer;
  modified: Date;
}

/** An SFTP file server on the loopback, with one folder, one user, a password and a key. */
export class SftpServer {
  readonly files = new Map<string, ServedFile>();
  readonly user = 'feed';
  readonly password = 'p-9d2b17aa41';
  readonly key = newKey();
  /** authentication methods that were tried */
  readonly attempts: string[] = [];
  isSilent = false;
  /** its folder never ends */
  isEndless = false;
  /** attributes that it leaves out, those of a list or the times everywhere */
  omits: 'listed' | 'times' | undefined;
  /** it closes the connection instead of sending the content of a file */
  isLeaving = false;
  /** the same once, for the file with this name */
  leavesAt: string | undefined;
  readonly hostKey: string;
  private readonly server: ssh2.Server;
  private readonly clients = new Set<ssh2.Connection>();

  private constructor() {
    const host = newKey();
    const parsed = parseKey(host.public);
    if (parsed instanceof Error) throw parsed;
    this.hostKey = fingerprintOf(parsed.getPublicSSH());
    this.server = new ssh2.Server({ hostKeys: [host.private] }, (client) => this.serve(client));
  }

  static async start(): Promise<SftpServer> {
    const started = new SftpServer();
    await new Promise<void>((resolve) => started.server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  /** Address of the files that match a pattern. */
  url(pattern: string): string {
    return `sftp://${this.user}@127.0.0.1:${(this.server.address() as AddressInfo).port}/out/${pattern}`;
  }

  put(name: string, content: string | Buffer, age = 3_600): void {
    this.files.set(name, { content: Buffer.from(content), modified: new Date(Date.now() - age * 1_000) });
  }

  /** Ends the connections that are open. */
  hangUp(): void {
    for (const client of this.clients) client.end();
  }

  async stop(): Promise<void> {
    this.hangUp();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private serve(client: ssh2.Connection): void {
    this.clients.add(client);
    client.on('error', () => undefined).on('close', () => this.clients.delete(client));
    client.on('authentication', (context) => {
      this.attempts.push(context.method);
      if (this.isSilent && context.method !== 'none') return;
      const ownKey = parseKey(this.key.public);
      const isKey =
        context.method === 'publickey' &&
        !(ownKey instanceof Error) &&
        context.key.data.equals(ownKey.getPublicSSH()) &&
        (context.signature === undefined ||
          context.blob === undefined ||
          ownKey.verify(context.blob, context.signature, context.hashAlgo) === true);
      const isPassword = context.method === 'password' && context.password === this.password;
      if (context.username === this.user && (isKey || isPassword)) context.accept();
      else context.reject(['password', 'publickey']);
    });
    client.on('session', (accept) => accept().on('sftp', (open) => this.answer(open(), client)));
  }

  private answer(sftp: ssh2.SFTPWrapper, client: ssh2.Connection): void {
    const { OK, EOF, NO_SUCH_FILE } = codes.STATUS_CODE;
    const listedHandles = new Set<string>();
    const attributes = ({ content, modified }: ServedFile): ssh2.Attributes => {
      const seconds = Math.floor(modified.getTime() / 1_000);
      const times = this.omits === 'times' ? {} : { atime: seconds, mtime: seconds };
      return { mode: REGULAR, uid: 0, gid: 0, size: content.length, ...times } as ssh2.Attributes;
    };
    const nameOf = (path: string) => path.replace(/^\/out\//, '');
    sftp.on('OPENDIR', (id, path) => {
      if (path.replace(/\/$/, '') === '/out') sftp.handle(id, Buffer.from('folder'));
      else sftp.status(id, NO_SUCH_FILE);
    });
    sftp.on('READDIR', (id, handle) => {
      if (listedHandles.has(String(handle)) && !this.isEndless) return sftp.status(id, EOF);
      listedHandles.add(String(handle));
      sftp.name(
        id,
        [...this.files].map(([filename, file]) => ({
          filename,
          longname: filename,
          attrs: this.omits === 'listed' ? ({} as ssh2.Attributes) : attributes(file),
        })),
      );
    });
    for (const kind of ['LSTAT', 'STAT'] as const)
      sftp.on(kind, (id: number, path: string) => {
        const file = this.files.get(nameOf(path));
        if (file === undefined) sftp.status(id, NO_SUCH_FILE);
        else sftp.attrs(id, attributes(file));
      });
    sftp.on('OPEN', (id, path) => {
      if (this.files.has(nameOf(path))) sftp.handle(id, Buffer.from(nameOf(path)));
      else sftp.status(id, NO_SUCH_FILE);
    });
    sftp.on('FSTAT', (id, handle) => {
      const file = this.files.get(String(handle));
      if (file === undefined) sftp.status(id, NO_SUCH_FILE);
      else sftp.attrs(id, attributes(file));
    });
    sftp.on('READ', (id, handle, offset, length) => {
      const isLeft = this.leavesAt === String(handle);
      if (isLeft) this.leavesAt = undefined;
      if (this.isLeaving || isLeft) return client.end();
      const content = this.files.get(String(handle))?.content ?? Buffer.alloc(0);
      if (offset >= content.length) sftp.status(id, EOF);
      else sftp.data(id, content.subarray(offset, offset + length));
    });
    sftp.on('CLOSE', (id) => sftp.status(id, OK));
  }
}
