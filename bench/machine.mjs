/** Describes the machine that the figures were measured on; nothing that identifies it. */
import { spawnSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { root } from '../scripts/build.mjs';

export function machine() {
  const git = (...line) => spawnSync('git', line, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
  return {
    cpu: cpus()[0]?.model.replaceAll(/\s+/g, ' ').trim() ?? 'unknown',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    commit: git('rev-parse', '--short', 'HEAD'),
    changed: git('status', '--porcelain', '--untracked-files=no') !== '',
    date: new Date().toISOString().slice(0, 10),
  };
}
