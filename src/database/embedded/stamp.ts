import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { isAlive, machineId, startTimeOf } from './process-info.js';

/** Holder of a lock or owner of a server; written as JSON into the file that records it. */
export interface Stamp {
  pid: number;
  startTime: string;
  machine: string;
  /** One process may hold several instances. */
  instance: string;
  /** The server gets a signal from the system when this process ends. */
  endsWithOwner?: boolean;
}

const machine = machineId();
const startTime = startTimeOf(process.pid);
const liveInstances = new Set<string>();

/** A holder on a machine that cannot be inspected touches its file every second; this much silence means dead. */
const SILENCE_MS = 5_000;

/** A stamp of this process that counts as alive until `retireStamp`. */
export function newStamp(): Stamp {
  const instance = randomUUID();
  liveInstances.add(instance);
  return { pid: process.pid, startTime, machine, instance };
}

/** From now on everything that this stamp still holds may be taken over. */
export function retireStamp(stamp: Stamp): void {
  liveInstances.delete(stamp.instance);
}

/** `here`: alive and visible. `elsewhere`: alive in another container or machine. `dead`: may be replaced. */
export type Holder = 'here' | 'elsewhere' | 'dead';

/** The stamp in `file`, or undefined when the file is missing or not a readable stamp. */
export function readStamp(file: string): Stamp | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    const { pid, startTime, machine, instance } = value as Partial<Stamp>;
    if (typeof pid !== 'number' || typeof instance !== 'string') return undefined;
    const endsWithOwner = (value as Partial<Stamp>).endsWithOwner === true;
    return { pid, startTime: startTime ?? '', machine: machine ?? '', instance, endsWithOwner };
  } catch {
    return undefined;
  }
}

/** Milliseconds since `file` was written or touched; Infinity when it is gone. */
export function silenceOf(file: string): number {
  const info = statSync(file, { throwIfNoEntry: false });
  return info === undefined ? Number.POSITIVE_INFINITY : Date.now() - info.mtimeMs;
}

/** Judges the holder that `stamp`, read from `file`, names. */
export function holderOf(stamp: Stamp, file: string): Holder {
  if (stamp.machine !== machine) return Math.abs(silenceOf(file)) < SILENCE_MS ? 'elsewhere' : 'dead';
  if (stamp.pid === process.pid) return liveInstances.has(stamp.instance) ? 'here' : 'dead';
  return isAlive(stamp.pid) && startTimeOf(stamp.pid) === stamp.startTime ? 'here' : 'dead';
}
