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
  const handles = new Set<Handle>();
  const send = worker.send.bind(worker) as (...args: unknown[]) => boolean;
  worker.send = (...args: unknown[]) => {
    const handle = args[1];
    if (isHandle(handle)) remember(handle, handles);
    return send(...args);
  };
  worker.once('exit', () => {
    for (const handle of handles) handle.close();
  });
}

function isHandle(value: unknown): value is Handle {
  return typeof (value as Partial<Handle> | undefined)?.close === 'function';
}

function remember(handle: Handle, handles: Set<Handle>): void {
  const close = handle.close;
  handles.add(handle);
  handle.close = (done) => {
    handles.delete(handle);
    close.call(handle, done);
  };
}
