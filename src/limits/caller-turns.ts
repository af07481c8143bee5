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
  /** what begins each that waits */
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
      // Health checks make no caller wait.
      if (authorization !== undefined) this.callers.note(authorization);
      const caller = authorization ?? request.socket.remoteAddress ?? '';
      if (this.callers.isAlone(caller)) return listener(request, response);
      const line = this.lineOf(caller);
      line.waiting.push(() => this.begin(caller, line, () => listener(request, response), response));
      this.proceed(caller, line);
    });
  }

  private lineOf(caller: string): Line {
    let line = this.lines.get(caller);
    if (line === undefined) {
      line = { running: 0, waiting: [] };
      this.lines.set(caller, line);
    }
    return line;
  }

  private begin(caller: string, line: Line, answer: () => void, response: ServerResponse): void {
    line.running++;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      // What has come in from others meanwhile is read before the next of this caller begins.
      setImmediate(() => {
        line.running--;
        this.proceed(caller, line);
      });
    };
    const timer = setTimeout(end, LONGEST_TURN);
    response.once('close', end);
    answer();
  }

  private proceed(caller: string, line: Line): void {
    while (line.waiting.length > 0 && (line.running < BESIDE_OTHERS || this.callers.isAlone(caller))) {
      line.waiting.shift()?.();
    }
    if (line.running === 0 && line.waiting.length === 0) this.lines.delete(caller);
  }
}
