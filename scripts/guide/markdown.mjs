import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked } from 'marked';
import { root } from '../build.mjs';

/** The service's address as written in the documents; the guide is served by that very service. */
const OWN = 'http://127.0.0.1:3000';
/** Files that the service itself serves. */
const LIVE = { 'openapi.json': '/openapi.json' };
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for HTML. */
export const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]);

/**
 * Renders a document. `addresses` maps each source to where it is served; linked files that are not documents are added
 * to `assets`, by their address. Returns the HTML, the headings below the first one, and the text of each part for the
 * search.
 */
export function render({ source, markdown }, addresses, assets) {
  const headings = [];
  const parts = [{ id: '', heading: '', text: '' }];
  const ids = new Map();

  const resolve = (href) => {
    if (href.startsWith(OWN)) return href.slice(OWN.length) || '/';
    if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href;
    const [path, fragment] = href.split('#');
    const file = posix.join(posix.dirname(source), path).replace(/\/$/, '');
    const address = addresses.get(file) ?? LIVE[file] ?? assetAddress(file);
    return fragment === undefined ? address : `${address}#${fragment}`;
  };
  /** For a missing file the address leads nowhere, which the test of all links detects. */
  const assetAddress = (file) => {
    const name = file.replace(/^docs\//, '').replace(/^\.|(?<=\/)\./, '');
    const address = `/guide/${/\.(png|svg|json|csv)$/.test(name) ? name : `${name}.txt`}`;
    if (existsSync(join(root, file)) && statSync(join(root, file)).isFile()) assets.set(address, file);
    return address;
  };

  const renderer = {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      const text = plain(html, '');
      const id = idOf(text, ids);
      if (depth > 1) headings.push({ id, text, depth });
      parts.push({ id: depth > 1 ? id : '', heading: text, text: '' });
      return `<h${depth} id="${id}">${html}</h${depth}>\n`;
    },
    link({ href, title, tokens }) {
      const label = this.parser.parseInline(tokens);
      const titled = title ? ` title="${escaped(title)}"` : '';
      return `<a href="${escaped(resolve(href))}"${titled}>${label}</a>`;
    },
    image({ href, text }) {
      return `<img src="${escaped(resolve(href))}" alt="${escaped(text)}">`;
    },
    code({ text, lang }) {
      return `<pre class="scroller"${lang ? ` data-language="${escaped(lang)}"` : ''}><code>${escaped(text)}\n</code></pre>\n`;
    },
    table({ header, rows }) {
      const cells = (tag, row) =>
        row.map(({ tokens, align }) => {
          const html = this.parser.parseInline(tokens);
          const name = html === '' ? 'td' : tag;
          return `<${name}${align === null ? '' : ` class="${align}"`}>${html}</${name}>`;
        });
      const isNamed = header.some(({ text }) => text !== '');
      const head = isNamed ? `<thead><tr>${cells('th', header).join('')}</tr></thead>` : '';
      const body = rows.map((row) => `<tr>${cells('td', row).join('')}</tr>`).join('\n');
      return `<div class="scroller"><table>${head}<tbody>${body}</tbody></table></div>\n`;
    },
    // The documents contain placeholders such as <id>, and no markup except comments.
    html({ text }) {
      return text.startsWith('<!--') ? '' : escaped(text);
    },
  };
  const marked = new Marked({ gfm: true, renderer });
  const tokens = marked.lexer(markdown);
  const html = tokens
    .map((token) => {
      const rendered = marked.parser([token]);
      if (token.type !== 'heading') parts.at(-1).text += ` ${plain(rendered)}`;
      return rendered;
    })
    .join('');
  return { html, headings, parts: parts.filter(({ heading, text }) => heading !== '' || text !== '') };
}

/** The readable text of markup; `between` stands for each tag: words of neighbouring blocks stay apart. */
function plain(html, between = ' ') {
  return html
    .replace(/<[^>]+>/g, between)
    .replace(
      /&(amp|lt|gt|quot|#39);/g,
      (entity) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[entity.slice(1, -1)],
    )
    .replace(/\s+/g, ' ')
    .trim();
}

/** The anchor of a heading as GitHub forms it, so that a link works in both; `ids` counts those of the document. */
function idOf(text, ids) {
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  const count = ids.get(base) ?? 0;
  ids.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}
