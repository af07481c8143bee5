import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../build.mjs';
import { readSections } from './documents.mjs';
import { render } from './markdown.mjs';
import { links, page } from './page.mjs';

/**
 * Writes the guide into a folder: a page for each document, the files that documents link to, and the search index. A
 * file lies at the path of its address below /guide; pages have `.html` appended.
 */
export function writeGuide(folder) {
  const sections = readSections();
  const documents = sections.flatMap((section) => section.documents);
  const addresses = new Map(documents.map(({ source, address }) => [source, address]));
  for (const {
    index,
    documents: [first],
  } of sections) {
    if (index !== undefined) addresses.set(dirname(first.source), index);
  }
  const assets = new Map();
  const searched = [];
  const write = (name, content) => {
    const target = join(folder, name);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  };
  const nameOf = (address) => `${address.slice('/guide/'.length) || 'index'}.html`;

  documents.forEach((document, place) => {
    const { address, title } = document;
    const { html, headings, parts } = render(document, addresses, assets);
    const around = { before: documents[place - 1], after: documents[place + 1] };
    write(nameOf(address), page({ title, address, html, headings, sections, around }));
    for (const { id, heading, text } of parts) searched.push([address, title, id, heading, text]);
  });
  for (const { title, index, documents: listed } of sections) {
    if (index === undefined) continue;
    const html = `<h1>${title}</h1>\n${links(listed, index)}\n`;
    write(nameOf(index), page({ title, address: index, html, headings: [], sections, around: {} }));
  }
  for (const [address, file] of assets) {
    const target = join(folder, address.slice('/guide/'.length));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(root, file), target);
  }
  write('search.json', JSON.stringify(searched));
}
