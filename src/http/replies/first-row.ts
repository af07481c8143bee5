import { Writable } from 'node:stream';
import type { Response } from 'express';
import type { StreamFormat } from '../../database/copy-out.js';

const LINE_END = 0x0a;

/**
 * Passes a stream to its response. Holds back what comes before the first row, so that an answer without rows can still
 * state the reason in its head: `onEmpty` runs then, before the head is sent. Each further piece waits for its `turn`.
 */
export class FirstRowSink extends Writable {
  private heldChunks: Buffer[] | undefined = [];
  /** inside the header line of CSV, which is not a row */
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
    // One listener for all waits: the compression takes listeners over and never gives one back.
    response.on('drain', () => this.resume?.());
    response.once('close', () => this.destroy());
    // The client left while the stream was waiting for its place.
    if (response.destroyed) this.destroy();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (this.heldChunks === undefined) {
      const turn = this.turn();
      if (turn === undefined) this.pass(chunk, done);
      else turn.then(() => this.pass(chunk, done), done);
    } else {
      this.heldChunks.push(chunk);
      if (!this.hasRow(chunk)) done();
      else {
        const head = Buffer.concat(this.heldChunks);
        this.heldChunks = undefined;
        this.pass(head, done);
      }
    }
  }

  override _final(done: (error?: Error | null) => void): void {
    const { heldChunks, response } = this;
    // Not as the callback of `end`, which the compression does not support.
    response.once('finish', () => done());
    if (heldChunks === undefined) response.end();
    else {
      this.onEmpty().then(() => {
        response.end(Buffer.concat(heldChunks));
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

  /** Passes a piece on, and continues when the response takes more. */
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
