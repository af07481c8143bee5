import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { RecentTokens } from './recent-tokens.js';

/** Requests of one caller that are begun at a time while others ask too. */
const BESIDE_OTHERS = Math.max(2, availableParallelism());
/** What takes longer waits for the database or its client, which have bounds of their own: the next one is begun, ms. */
const LONGEST_TURN = 25;

/** The requests of one caller. */
interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Lets few requests of one caller be worked on at a time while others ask too, whichever they are: a burst of them, cheap
 * as each may be, is read from its sockets at once and would otherwise be answered before whatever comes after it. A
 * caller is who sends a bearer token, or else an address; it is not known yet whether the token is any good.
 */
@Injectable()
export class CallerTurns {
  private readonly callers = new RecentTokens();
  private readonly lines = new Map<string, Line>();

  /** Steps in front of a server's listener; `observe` sees every request as it comes. */
  open(server: Server, observe: (request: IncomingMessage, response: ServerResponse) => void): void {
    const [listener] = server.listeners('request') as RequestListener[];
    if (listener === undefined) throw new Error('the server has no listener yet');
    server.removeListener('request', listener);
    server.on('request', (request, response) => {
      observe(request, response);
      const { authorization } = request.headers;
      // Who looks whether the service lives is nobody to make room for.
      if (authorization !== undefined) this.callers.note(authorization);
      const caller = authorization ?? request.socket.remoteAddress ?? '';
      if (this.callers.isAlone(caller)) listener(request, response);
      else this.join(caller, () => this.work(caller, listener, request, response));
    });
  }

  private join(caller: string, begin: () => void): void {
    let line = this.lines.get(caller);
    if (line === undefined) {
      line = { running: 0, waiting: [] };
      this.lines.set(caller, line);
    }
    if (line.running < BESIDE_OTHERS) begin();
    else line.waiting.push(begin);
  }

  private work(
    caller: string,
    listener: RequestListener,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const line = this.lines.get(caller) as Line;
    line.running++;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      line.running--;
      // After what has come in from others meanwhile.
      setImmediate(() => this.proceed(caller));
    };
    const timer = setTimeout(end, LONGEST_TURN);
    response.once('close', end);
    listener(request, response);
  }

  private proceed(caller: string): void {
    const line = this.lines.get(caller);
    if (line === undefined) return;
    while (line.waiting.length > 0 && (line.running < BESIDE_OTHERS || this.callers.isAlone(caller))) {
      line.waiting.shift()?.();
    }
    if (line.running === 0 && line.waiting.length === 0) this.lines.delete(caller);
  }
}
