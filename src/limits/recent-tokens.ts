import { Injectable } from '@nestjs/common';

/** A token that has sent a request within this time, ms, counts as active. */
const LATELY = 1_000;

/** Remembers the last two tokens that sent requests, to determine whether one is alone. */
@Injectable()
export class RecentTokens {
  private newest = { token: '', at: Number.NEGATIVE_INFINITY };
  private other = { token: '', at: Number.NEGATIVE_INFINITY };

  /** Notes a request of a token at a moment, ms of a monotonic clock. */
  note(token: string, now = performance.now()): void {
    if (this.newest.token !== token) this.other = this.newest;
    this.newest = { token, at: now };
  }

  /** Whether no other token has sent a request lately. */
  isAlone(token: string, now = performance.now()): boolean {
    const last = this.newest.token === token ? this.other : this.newest;
    return now - last.at > LATELY;
  }
}
