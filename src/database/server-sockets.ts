import { Socket } from 'node:net';

/** A new connection waits this long, ms, for a server that does not answer. */
const PATIENCE = 1_200;

/** Bytes that each socket had received at some moment. */
export type Received = ReadonlyMap<Socket, number>;

/**
 * The sockets of all connections to one server, whichever pool they are of: what happens to the way there happens to
 * all of them. TCP by itself gives a silent peer up after a quarter of an hour.
 */
export class ServerSockets {
  private readonly open = new Set<Socket>();
  /** what lets those in that wait to be connected */
  private readonly waiting = new Set<() => void>();
  private isHeld = false;

  /** The socket of a new connection, as node-postgres asks for one. */
  readonly create = (): Socket => {
    const socket = new Socket();
    this.open.add(socket);
    socket.once('close', () => this.open.delete(socket));
    const connect = socket.connect.bind(socket) as (...target: unknown[]) => Socket;
    socket.connect = ((...target: unknown[]) => {
      if (!this.isHeld) return connect(...target);
      this.wait(socket, () => connect(...target));
      return socket;
    }) as Socket['connect'];
    return socket;
  };

  /** What has been received until now. */
  received(): Received {
    return new Map([...this.open].map((socket) => [socket, socket.bytesRead]));
  }

  /**
   * Destroys sockets, so that whatever waits for their answers fails now: all, or those of `before` that have received
   * nothing since.
   */
  cut(before?: Received): void {
    for (const socket of before?.keys() ?? this.open) {
      if (before === undefined || socket.bytesRead === before.get(socket)) socket.destroy();
    }
  }

  /** From now on new connections wait for {@link release}, and fail when it does not come soon. */
  hold(): void {
    this.isHeld = true;
  }

  /** Lets new connections be made. */
  release(): void {
    this.isHeld = false;
    for (const enter of [...this.waiting]) enter();
  }

  private wait(socket: Socket, connect: () => void): void {
    const leave = () => {
      clearTimeout(timer);
      this.waiting.delete(enter);
    };
    const enter = () => {
      leave();
      connect();
    };
    const timer = setTimeout(() => socket.destroy(), PATIENCE);
    this.waiting.add(enter);
    socket.once('close', leave);
  }
}
