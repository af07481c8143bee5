import { totalmem } from 'node:os';

/** Bytes of memory that this process may use: the container's, else the machine's. */
export function usableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
