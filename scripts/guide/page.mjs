import { escaped } from './markdown.mjs';

/** Strokes of the brand's icon, the same as in the console. */
const BRAND = 'M5 20V10M5 7V4M12 20v-4M12 12V4M19 20v-7M19 9V4M3 10h4V7H3zM10 16h4v-4h-4zM17 13h4V9h-4z';

/**
 * A page of the guide. It is readable without JavaScript; guide.js adds search and themes.
 * `sections` are those of documents.mjs, `headings` those of the page, `around` the previous and next document.
 */
export function page({ title, address, html, headings, sections, around }) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escaped(title)} – Market Data Guide</title>
    <link rel="icon" href="/console/icon.svg">
    <link rel="stylesheet" href="/console/guide.css">
    <script type="module" src="/console/guide.js"></script>
  </head>
  <body class="guide">
    <a class="skip" href="#content">Skip to the content</a>
    <header class="bar">
      <a class="brand" href="/guide" aria-label="Market Data Guide"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${BRAND}"/></svg><span>Market Data Guide</span></a>
      <search class="guide-search" id="search"></search>
      <nav class="guide-places" aria-label="Places"><a href="/console">Console</a><a href="/docs">API</a></nav>
      <div class="bar-end" id="bar-end"></div>
    </header>
    <div class="guide-columns">
      <nav class="guide-nav" aria-label="Documents">
        <details id="documents" open><summary>Documents</summary>${sections.map((each) => section(each, address)).join('')}</details>
      </nav>
      <main id="content" tabindex="-1">
        <article class="prose">
${html}        </article>
        ${neighbours(around)}
      </main>
      ${contents(headings)}
    </div>
  </body>
</html>
`;
}

/** A list of links to documents. */
export function links(documents, address) {
  return `<ul>${documents.map((each) => `<li>${link(each, address)}</li>`).join('')}</ul>`;
}

function section({ title, documents, index }, address) {
  if (index === undefined) return `<h2>${title}</h2>${links(documents, address)}`;
  // There are too many to show them when none is being read.
  const isInside = address === index || address.startsWith(`${index}/`);
  const all = [{ address: index, title: 'All decisions' }, ...(isInside ? documents : [])];
  return `<h2>${title}</h2>${links(all, address)}`;
}

function link({ address, title }, current) {
  return `<a href="${address}"${address === current ? ' aria-current="page"' : ''}>${escaped(title)}</a>`;
}

function contents(headings) {
  const shown = headings.filter(({ depth }) => depth <= 3);
  if (shown.length < 3) return '';
  const items = shown.map(
    ({ id, text, depth }) => `<li class="depth-${depth}"><a href="#${id}">${escaped(text)}</a></li>`,
  );
  return `<nav class="guide-contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`;
}

function neighbours({ before, after }) {
  const to = (each, word, name) =>
    each === undefined
      ? '<span></span>'
      : `<a class="${name}" href="${each.address}"><small>${word}</small> ${escaped(each.title)}</a>`;
  return `<nav class="guide-around" aria-label="Before and after">${to(before, 'Before', 'before')}${to(after, 'Next', 'next')}</nav>`;
}
