/** docs/quality.md: the results of `npm run quality:rates`. */
const percent = (part, whole, digits = 1) => `${((100 * part) / Math.max(whole, 1)).toFixed(digits)} %`;
const count = (value) => value.toLocaleString('en');

export function reportText({ kinds, days, pages, untouched, alarms, byRule, tickers, date }) {
  const all = [...kinds, { kind: 'partial day', ...days }, ...pages];
  const planted = all.reduce((sum, { planted: own }) => sum + own, 0);
  const found = all.reduce((sum, { found: own }) => sum + own, 0);
  const rules = Object.entries(byRule).sort(([, a], [, b]) => b - a);
  return `# Rates of the quality gate

Written by \`npm run quality:rates -- <bars> --scale 1000 --report\`: a dedicated service fetches real daily bars over HTTP, with
faults planted in a fixed sequence, and what its quality gate refuses is counted. Rules and thresholds are the usual ones, without
a security master, so that a move of 20 % stands for the bands of the exchanges, and without a second source.

${count(untouched)} untouched bars of ${count(tickers)} tickers, ${count(planted)} faults, ${date}.

| fault | planted | found | rate |
|---|---|---|---|
${all.map((each) => `| ${each.kind} | ${count(each.planted)} | ${count(each.found)} | ${percent(each.found, each.planted)} |`).join('\n')}
| **all** | ${count(planted)} | ${count(found)} | **${percent(found, planted, 2)}** |

False alarms: ${count(alarms)} of ${count(untouched)} untouched bars, **${percent(alarms, untouched, 3)}**${rules.length === 0 ? '' : ` (${rules.map(([rule, number]) => `${rule} ${count(number)}`).join(', ')})`}; ${days.alarms} of ${days.planted} whole days.
A bar that another one was planted on top of (wrong day) counts as an alarm, and so do faults that the files themselves have.

How a fault is planted: prices of a row ×1,000, or ×10 or ÷10; the whole bar of the day before again; prices from a day on divided by
1.5 to 10 without a corporate action; a row on a weekend, in the future or on the ticker's next day; two of open, high, low, close and
volume exchanged (only a second source finds an exchange of open and close); 30 to 70 % of the tickers of a day; a JSON or CSV answer
cut off anywhere, with a matching Content-Length; a web page; a log-in page or message with status 200.
`;
}
