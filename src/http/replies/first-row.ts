import { Writable } from 'node:stream';
import type { Response } from 'express';
import type { StreamFormat } from '../../database/copy-out.js';

const LINE_END = 0x0a;

/**
 * The way of a stream to its response. Holds what comes before the first row, so that an answer without rows can still
 * say why in its head: `onEmpty` runs then, before the head is sent. Each further piece waits for its `turn`.
 */
export class FirstRowSink extends Writable {
  private held: Buffer[] | undefined = [];
  /** of the header line of CSV, which is no row */
  private isInHeader: boolean;
  private resume: (() => void) | undefined;

  constructor(
    private readonly response: Response,
    format: StreamFormat,
    private readonly turn: () => Promise<void> | undefined,
    private readonly onEmpty: () => Promise<void>,
  ) {
    super();
    this.isInHeader = format === 'csv';
    // One listener for all waits: the compression takes them over and never gives one back.
    response.on('drain', () => this.resume?.());
    response.once('close', () => this.destroy());
    // Its client has left while the stream waited for its place.
    if (response.destroyed || response.closed) this.destroy();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (this.held === undefined) {
      const turn = this.turn();
      if (turn === undefined) this.pass(chunk, done);
      else turn.then(() => this.pass(chunk, done), done);
    } else {
      this.held.push(chunk);
      if (!this.hasRow(chunk)) done();
      else {
        const head = Buffer.concat(this.held);
        this.held = undefined;
        this.pass(head, done);
      }
    }
  }

  override _final(done: (error?: Error | null) => void): void {
    const { held, response } = this;
    // Not as the callback of `end`, which the compression does not know.
    response.once('finish', () => done());
    if (held === undefined) response.end();
    else {
      this.onEmpty().then(() => {
        response.end(Buffer.concat(held));
      }, done);
    }
  }

  private hasRow(chunk: Buffer): boolean {
    if (!this.isInHeader) return chunk.length > 0;
    const end = chunk.indexOf(LINE_END);
    if (end === -1) return false;
    this.isInHeader = false;
    return end < chunk.length - 1;
  }

  /** Sends on, and goes on when the response takes more. */
  private pass(chunk: Buffer, done: () => void): void {
    if (this.response.write(chunk)) done();
    else {
      this.resume = () => {
        this.resume = undefined;
        done();
      };
    }
  }
}
