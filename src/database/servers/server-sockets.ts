import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Bytes that each socket had received at some moment. */
export type ReceivedBytes = ReadonlyMap<Socket, number>;

/**
 * The sockets of all connections to one server, whichever pool they are in: what happens to the path there affects all
 * of them. TCP by itself gives up on a silent peer after a quarter of an hour.
 */
export class ServerSockets {
  private readonly open = new Set<Socket>();

  /** Creates the socket of a new connection, for node-postgres. */
  readonly create = (): Socket => {
    const socket = new Socket();
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
    return socket;
  };

  /** Bytes that each socket has received. */
  received(): ReceivedBytes {
    return new Map([...this.open].map((socket) => [socket, socket.bytesRead]));
  }

  /**
   * Destroys sockets, so that everything waiting for their answers fails now: all, or those of `before` that have
   * received nothing since. Sockets that have not begun to connect are left alone.
   */
  cut(before?: ReceivedBytes): void {
    for (const socket of this.open) {
      if (before === undefined || socket.bytesRead === before.get(socket)) destroy(socket);
    }
  }

  /** As {@link cut}, and those created after `before` that have received nothing at all. */
  cutSilent(before: ReceivedBytes): void {
    for (const socket of this.open) if (socket.bytesRead === (before.get(socket) ?? 0)) destroy(socket);
  }

  /** Destroys all sockets but `one`, if it is among them: it is connected to another server than they are. */
  cutOthers(one: Duplex | undefined): void {
    for (const socket of this.open) if (socket !== one && !socket.pending) socket.destroy();
  }
}

function destroy(socket: Socket): void {
  if (!socket.pending || socket.connecting) socket.destroy();
}
