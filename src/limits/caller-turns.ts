import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { addFrontListener } from '../http/server/front-listener.js';
import { RecentTokens } from './recent-tokens.js';

/** Requests of one caller that are begun at a time while others send requests too. */
const BESIDE_OTHERS = Math.max(2, availableParallelism());
/** After this, ms, the next one begins: a longer one waits for the database or its client, each with its own bounds. */
const LONGEST_TURN = 25;

/** The requests of one caller. */
interface Line {
  running: number;
  /** functions that begin the waiting ones */
  waiting: (() => void)[];
}

/**
 * Lets few requests of one caller, of any kind, be worked on at a time while others send requests too: a burst of them,
 * however cheap each is, is read from its sockets all at once and would otherwise be answered before anything that
 * comes after it. A caller is a bearer token, or else an address; whether the token is valid is not known yet.
 */
@Injectable()
export class CallerTurns {
  private readonly callers = new RecentTokens();
  private readonly lines = new Map<string, Line>();

  /** Installs itself in front of a server's listener; `observe` receives every request as it arrives. */
  open(server: Server, observe: (request: IncomingMessage, response: ServerResponse) => void): void {
    addFrontListener(server, (request, response, next) => {
      observe(request, response);
      const { authorization } = request.headers;
      // Health checks make no caller wait.
      if (authorization !== undefined) this.callers.note(authorization);
      const caller = authorization ?? request.socket.remoteAddress ?? '';
      if (this.callers.isAlone(caller)) return next(request, response);
      const line = this.lineOf(caller);
      line.waiting.push(() => this.begin(caller, line, () => next(request, response), response));
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
      // Requests that others have sent meanwhile are read before the next of this caller begins.
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
