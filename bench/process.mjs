/** Running programs of this benchmark. */
import { spawn } from 'node:child_process';

/**
 * Runs a program to its end and resolves to its output; `ok`: exit codes that do not mean a failure; `interruptAfter`: seconds
 * from its first word on stderr until it is sent SIGINT, which would end a program that has not begun yet.
 */
export function command(program, line, { ok = [0], environment = {}, interruptAfter } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, line, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let interrupt;
    let output = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      output += piece;
    });
    child.stderr.setEncoding('utf8').on('data', (piece) => {
      complaint = (complaint + piece).slice(-2000);
    });
    if (interruptAfter !== undefined) {
      child.stderr.once('data', () => {
        interrupt = setTimeout(() => child.kill('SIGINT'), interruptAfter * 1000);
      });
    }
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(interrupt);
      if (ok.includes(code)) resolve(output);
      else reject(new Error(`${program} ended with ${code ?? signal}: ${complaint}`));
    });
  });
}
