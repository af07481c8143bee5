import { text } from '../text/language.js';

/** Name and formula of a ratio or an indicator in the language of the console, else as the service has them. */
export function definitionOf<Formula extends string | null>(
  kind: 'ratios' | 'indicators',
  { code, name, formula }: { code: string; name: string; formula: Formula },
): { name: string; formula: string | Formula } {
  return text.value.codes[kind][code] ?? { name, formula };
}

/** The indicators that a term matches, with name, formula and group in the language of the console. */
export function findIndicators<Of extends { code: string; name: string; formula: string; group: string }>(
  indicators: readonly Of[],
  term: string,
): Of[] {
  const { indicatorGroups } = text.value.codes;
  const sought = term.trim().toLowerCase();
  return indicators
    .map((each) => ({
      ...each,
      ...definitionOf('indicators', each),
      group: indicatorGroups[each.group] ?? each.group,
    }))
    .filter((each) =>
      [each.code, each.name, each.formula, each.group].join(' ').toLowerCase().includes(sought),
    );
}
