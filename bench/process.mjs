/** Running programs of this benchmark. */
import { spawn } from 'node:child_process';

/**
 * Runs a program to its end and resolves to its output; `ok`: exit codes that do not mean a failure; `interruptAfter`: seconds
 * after which it is sent SIGINT.
 */
export function command(program, line, { ok = [0], environment = {}, interruptAfter } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, line, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const interrupt = interruptAfter && setTimeout(() => child.kill('SIGINT'), interruptAfter * 1000);
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      output += piece;
    });
    child.stderr.setEncoding('utf8').on('data', (piece) => {
      complaint = (complaint + piece).slice(-2000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(interrupt);
      if (ok.includes(code)) resolve(output);
      else reject(new Error(`${program} ended with ${code}: ${complaint}`));
    });
  });
}
