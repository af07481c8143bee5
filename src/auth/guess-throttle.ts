import { isIPv4, isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { TooManyRequests } from '../errors/domain-errors.js';
import { FixedWindows } from '../workers/fixed-windows.js';

/** Refused tokens of one address that are answered with 401 in a window; further ones get 429. */
export const GUESSES = 600;
/** Length of a window, which begins with the first refused token, ms. */
const WINDOW = 60_000;
/** Most addresses remembered; beyond it the one seen longest ago is dropped, so that memory is bounded. */
const ADDRESSES = 10_000;

/**
 * Counts refused tokens of each address, in this process. It only decides how a refused token is answered: a valid one
 * is never refused for what others at its address do, behind the same proxy for instance. The address is the
 * socket's, because no header can be trusted to give another.
 */
@Injectable()
export class GuessThrottle {
  private readonly windows = new FixedWindows(WINDOW, ADDRESSES);

  /**
   * Notes that a token from this address was refused; throws {@link TooManyRequests} past {@link GUESSES}. `now`: ms of
   * the monotonic clock.
   */
  countRefusal(address: string | undefined, now?: number): void {
    const { count, remainingMs } = this.windows.count(networkOf(address ?? ''), now);
    if (count > GUESSES) throw new TooManyRequests(Math.ceil(remainingMs / 1000));
  }

  /** Addresses remembered now. */
  get size(): number {
    return this.windows.size;
  }
}

/** What counts as one address: for IPv6 the /64 network, which belongs to one customer as a whole. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const [head = '', tail = ''] = (plain.split('%', 1)[0] ?? '').split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail)];
  const zeros = Array(Math.max(0, 8 - first.length - last.length)).fill('0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
