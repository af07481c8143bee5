import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Bytes that each socket had received at some moment. */
export type Received = ReadonlyMap<Socket, number>;

/**
 * The sockets of all connections to one server, whichever pool they are of: what happens to the way there happens to
 * all of them. TCP by itself gives a silent peer up after a quarter of an hour.
 */
export class ServerSockets {
  private readonly open = new Set<Socket>();

  /** The socket of a new connection, as node-postgres asks for one. */
  readonly create = (): Socket => {
    const socket = new Socket();
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
    return socket;
  };

  /** What has been received until now. */
  received(): Received {
    return new Map([...this.open].map((socket) => [socket, socket.bytesRead]));
  }

  /**
   * Destroys sockets, so that whatever waits for their answers fails now: all, or those of `before` that have received
   * nothing since. Those that do not know yet where to connect are left alone.
   */
  cut(before?: Received): void {
    for (const socket of before?.keys() ?? this.open) {
      if (socket.pending && !socket.connecting) continue;
      if (before === undefined || socket.bytesRead === before.get(socket)) socket.destroy();
    }
  }

  /** Destroys all but one, if it is one of these, which is connected to another server than they are. */
  cutOthers(one: Duplex | undefined): void {
    for (const socket of this.open) if (socket !== one && !socket.pending) socket.destroy();
  }
}
