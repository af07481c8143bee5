/**
 * Runs a program of the service with the engine settings of engine-flags.json (reasons: ADR 91, 92). V8 reads its heap
 * sizes only at start, and NODE_OPTIONS refuses most of these flags, so node is started anew: in this very process if
 * node can do that (22.15 or newer, not on Windows), otherwise in a child that receives the signals of this process,
 * passes on its exit code, and ends when this process is killed.
 * Usage: node scripts/launch.mjs <program below src> [arguments].
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const flags = JSON.parse(readFileSync(new URL('engine-flags.json', import.meta.url), 'utf8'));
const start = fileURLToPath(new URL('start.mjs', import.meta.url));
const line = [...flags, ...process.execArgv, start, ...process.argv.slice(2)];
const isWindows = process.platform === 'win32';

if (process.execve !== undefined && !isWindows) {
  process.execve(process.execPath, [process.execPath, ...line], process.env);
} else {
  // The channel closes when this process dies for any reason; start.mjs then ends the program.
  const child = spawn(process.execPath, line, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    // Windows itself delivers Ctrl+C to the child, and child.kill would end it immediately.
    process.on(signal, () => isWindows || child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
