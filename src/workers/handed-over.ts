import type { ChildProcess } from 'node:child_process';

/** A connection as node:cluster hands it to a worker: closed here once the worker has taken it. */
interface Handle {
  close(done?: () => void): void;
}

/**
 * Closes the connections that were on their way to a worker when it died: node:cluster leaves them open, and their
 * clients would wait forever. Call it when the worker is created.
 */
export function closeUntaken(worker: ChildProcess): void {
  const untaken = new Set<Handle>();
  const send = worker.send.bind(worker) as (...given: unknown[]) => boolean;
  worker.send = (...given: unknown[]) => {
    const handle = given[1];
    if (isHandle(handle)) remember(handle, untaken);
    return send(...given);
  };
  worker.once('exit', () => {
    for (const handle of untaken) handle.close();
  });
}

function isHandle(given: unknown): given is Handle {
  return typeof (given as Partial<Handle> | undefined)?.close === 'function';
}

function remember(handle: Handle, untaken: Set<Handle>): void {
  const close = handle.close;
  untaken.add(handle);
  handle.close = (done) => {
    untaken.delete(handle);
    close.call(handle, done);
  };
}
