/**
 * Runs a program of the build, building first if needed, so that a fresh clone needs only `npm ci` and this.
 * Usage: node scripts/start.mjs <program below src> [arguments].
 */
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, programFile } from './build.mjs';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Node 20.19 or newer is needed; this is ${process.versions.node}\n`);
  process.exit(1);
}
// From Node 22 on compiled code is cached, which shortens every start but the first.
module.enableCompileCache?.();
ensureBuilt();
// Started as a child by launch.mjs: when that is killed, the program ends as if it had received a signal.
if (process.channel !== undefined) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

const [program, ...rest] = process.argv.slice(2);
const entry = programFile(program);
process.argv = [process.argv[0], entry, ...rest];
await import(pathToFileURL(entry).href);
