/** FNV-1a, 32 bits (Fowler, Noll, Vo): offset basis and prime. */
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * The last different texts, stored as their hashes: texts that occur once and never again leave nothing behind for the
 * garbage collector to find. Two texts in four billion are taken for one.
 */
export class RecentTexts {
  private readonly hashes: Uint32Array;
  private next = 0;

  constructor(size: number) {
    this.hashes = new Uint32Array(size);
  }

  /** Adds a text to the last ones; returns whether it was among them. */
  note(text: string): boolean {
    const hash = hashOf(text);
    if (this.hashes.includes(hash)) return true;
    this.hashes[this.next] = hash;
    this.next = (this.next + 1) % this.hashes.length;
    return false;
  }
}

function hashOf(text: string): number {
  let hash = BASIS;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash >>> 0;
}
