/** The rates as an SVG: bars on a logarithmic scale, the floor's at 1; readable on light and on dark ground. */
import { figure, leastOf } from './aims.mjs';

const WIDTH = 760;
const LEFT = 130;
const RIGHT = 70;
const ROW = 38;
const TOP = 56;
const BAR = 12;
/** Least ratio that has a place, and the inverse of the largest one. */
const LEAST = 0.001;

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #24292f; }
  .quiet { fill: #57606a; } .line { stroke: #d0d7de; } .floor { stroke: #57606a; }
  .service { fill: #0969da; } .naive { fill: #bc4c00; } .aim { stroke: #24292f; stroke-width: 2; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .quiet { fill: #9198a1; } .line { stroke: #3d444d; } .floor { stroke: #9198a1; }
    .service { fill: #4493f8; } .naive { fill: #db6d28; } .aim { stroke: #e6edf3; }
  }`;

/** Bars of the service and the naive variant for each scenario. */
export function chart(read) {
  const scenarios = Object.entries(read);
  const ratios = scenarios
    .flatMap(([, { service, naive }]) => [service.to_floor, naive.to_floor])
    .map(within);
  const low = 10 ** Math.floor(Math.log10(Math.min(...ratios, 0.1)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...ratios, 10)));
  const x = (ratio) =>
    LEFT +
    ((Math.log10(within(ratio)) - Math.log10(low)) / (Math.log10(high) - Math.log10(low))) *
      (WIDTH - LEFT - RIGHT);
  const height = TOP + scenarios.length * ROW + 12;
  const powers = [];
  for (let power = low; power <= high * 1.001; power *= 10) powers.push(power);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Requests a second against the floor">`,
    `<style>${STYLE}\n</style>`,
    `<text x="${LEFT}" y="16">Requests a second, times the floor’s (logarithmic)</text>`,
    legend(),
    ...powers.map(
      (power) =>
        `<line class="${Math.abs(power - 1) < 1e-9 ? 'floor' : 'line'}" x1="${at(x(power))}" x2="${at(x(power))}" y1="${TOP - 4}" y2="${height - 8}"/>` +
        `<text class="quiet" x="${at(x(power))}" y="${TOP - 8}" text-anchor="middle">${Number(power.toPrecision(1))}</text>`,
    ),
    ...scenarios.map(([name, { service, naive }], index) => {
      const top = TOP + index * ROW + 4;
      const least = leastOf(name);
      return [
        `<text x="${LEFT - 8}" y="${top + 17}" text-anchor="end">${name}</text>`,
        bar('service', { top, from: LEFT, to: x(service.to_floor), ratio: service.to_floor }),
        bar('naive', { top: top + BAR + 2, from: LEFT, to: x(naive.to_floor), ratio: naive.to_floor }),
        least === undefined
          ? ''
          : `<line class="aim" x1="${at(x(least))}" x2="${at(x(least))}" y1="${top - 2}" y2="${top + BAR + 2}"/>`,
      ].join('');
    }),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function legend() {
  const entry = (name, left, text) =>
    `<rect class="${name}" x="${left}" y="24" width="10" height="10"/><text x="${left + 15}" y="33">${text}</text>`;
  return (
    entry('service', LEFT, 'the service') +
    entry('naive', LEFT + 100, 'the naive variant') +
    `<line class="aim" x1="${LEFT + 236}" x2="${LEFT + 236}" y1="22" y2="36"/><text x="${LEFT + 244}" y="33">at least</text>`
  );
}

function bar(name, { top, from, to, ratio }) {
  return (
    `<rect class="${name}" x="${from}" y="${top}" width="${at(Math.max(1, to - from))}" height="${BAR}"/>` +
    `<text class="quiet" x="${at(to + 6)}" y="${top + BAR - 2}">${figure(ratio)}</text>`
  );
}

const at = (place) => place.toFixed(1);

const within = (ratio) => Math.min(Math.max(ratio, LEAST), 1 / LEAST);
