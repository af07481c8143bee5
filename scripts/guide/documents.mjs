import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../build.mjs';

/**
 * Sections of the guide in the order of its navigation. A section has the files that it names, in that order, followed
 * by every other file of its folder, so that a new document is never left out.
 */
const SECTIONS = [
  { title: 'Start', files: ['README.md'] },
  {
    title: 'Guides',
    files: [
      'first-calls',
      'integrator',
      'approver',
      'operator',
      'data-sets',
      'sources',
      'bars-only',
      'console',
    ].map((name) => `docs/guides/${name}.md`),
    folder: 'docs/guides',
  },
  {
    title: 'Look up',
    files: [
      ...['endpoints', 'specification', 'configuration', 'events', 'quality'].map(
        (name) => `docs/${name}.md`,
      ),
      'client/README.md',
    ],
  },
  {
    title: 'Run it',
    files: [
      ...['operations', 'scaling', 'reliability', 'performance'].map((name) => `docs/${name}.md`),
      'SECURITY.md',
    ],
  },
  { title: 'Work on it', files: ['docs/architecture.md', 'CONTRIBUTING.md', 'CHANGELOG.md'], folder: 'docs' },
  { title: 'Decisions', files: [], folder: 'docs/adr', index: '/guide/adr' },
];

/**
 * The address at which a document is served: README.md at /guide, docs/guides/operator.md at /guide/guides/operator.
 */
function addressOf(source) {
  if (source === 'README.md') return '/guide';
  const name = source.replace(/^docs\//, '').replace(/\.md$/, '');
  return `/guide/${name.replace(/\/README$/, '').toLowerCase()}`;
}

/** Sections with their documents: source (path from the root), address, title (its first heading) and Markdown. */
export function readSections() {
  const listedFiles = new Set(SECTIONS.flatMap(({ files }) => files));
  return SECTIONS.map(({ title, files, folder, index }) => ({
    title,
    index,
    documents: [
      ...files,
      ...(folder === undefined ? [] : markdownOf(folder)).filter((file) => !listedFiles.has(file)),
    ].map((source) => {
      const markdown = readFileSync(join(root, source), 'utf8');
      const [, heading = source] = /^# (.+)$/m.exec(markdown) ?? [];
      return { source, address: addressOf(source), title: heading.replaceAll('`', ''), markdown };
    }),
  }));
}

function markdownOf(folder) {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => posix.join(folder, name));
}
