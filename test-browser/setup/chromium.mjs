import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Names of the program, and its places outside of PATH. The headless shell comes first: it draws the same and takes
 * little more than half of the processor time.
 */
const NAMES = [
  ...['chromium-headless-shell', 'chrome-headless-shell'],
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Path of the installed Chromium or Chrome; throws with what to install. */
export function chromiumPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const executable = [
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    ...PLACES,
  ].find((path) => existsSync(path));
  if (executable !== undefined) return executable;
  throw new Error(
    'The browser tests need Chromium or Chrome on PATH: apt-get install chromium-headless-shell (or chromium), brew install --cask chromium, or from https://www.google.com/chrome',
  );
}
