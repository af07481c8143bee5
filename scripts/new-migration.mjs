/** Writes an empty migration: npm run migration:new -- <kebab-case-name>. */
import { readFileSync, writeFileSync } from 'node:fs';

const [name] = process.argv.slice(2);
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '')) {
  process.stderr.write('Usage: npm run migration:new -- <kebab-case-name>\n');
  process.exit(2);
}
const folder = new URL('../src/database/migrations/', import.meta.url);
const stamp = Date.now();
const pascal = name.replace(/(^|-)([a-z0-9])/g, (_, __, letter) => letter.toUpperCase());
const file = `${stamp}-${name}`;
writeFileSync(
  new URL(`${file}.ts`, folder),
  `import type { MigrationInterface, QueryRunner } from 'typeorm';

/** TODO: what changes, and why. */
export class ${pascal}${stamp} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`\`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(\`\`);
  }
}
`,
);
const index = new URL('index.ts', folder);
const text = readFileSync(index, 'utf8')
  .replace(/\n\n\/\*\*/, `\nimport { ${pascal}${stamp} } from './${file}.js';\n\n/**`)
  .replace(/\[([^\]]*)\]/, (_, list) => `[\n  ${list.trim().replace(/,$/, '')},\n  ${pascal}${stamp},\n]`);
writeFileSync(index, text);
process.stdout.write(`src/database/migrations/${file}.ts\n`);
