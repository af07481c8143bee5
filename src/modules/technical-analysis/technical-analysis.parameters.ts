import { QueryField } from '../../http/fields/fields.js';
import { choiceKind, integerKind, type Kind, numberKind } from '../../kinds/kinds.js';
import { CATALOGUE } from './catalogue/catalogue.js';
import type { Parameter } from './catalogue/indicator.js';

/** Every parameter of the catalogue that may be given by its name. */
export const PARAMETER_NAMES = [
  'period',
  'deviation',
  'step',
  'maximum',
  'fast_period',
  'slow_period',
  'signal_period',
  'source',
  'k_period',
  'slowing',
  'd_period',
  'average_period',
] as const;
type ParameterName = (typeof PARAMETER_NAMES)[number];

/**
 * A parameter given by name. The kind admits what at least one indicator admits; the bounds of the requested
 * indicator are checked with its item.
 */
export function NamedParameter(name: ParameterName, meaning: string): PropertyDecorator {
  const uses = CATALOGUE.flatMap(({ code, parameters }) =>
    parameters.filter((parameter) => parameter.name === name).map((parameter) => ({ code, parameter })),
  );
  const [first] = uses;
  if (first === undefined) throw new Error(`no indicator has a parameter ${name}`);
  const kind = kindOf(uses.map(({ parameter }) => parameter));
  const takers = uses.map(({ code, parameter }) => `${code} (${parameter.default}${boundsOf(parameter)})`);
  // What an example request needs besides this parameter, because no indicator has all of them.
  const goesWith = { 'x-goes-with': { indicator: first.code } };
  return QueryField(
    { ...kind, schema: { ...kind.schema, ...goesWith } },
    `${meaning} Only with exactly one indicator, without brackets, that has this parameter (default; bounds): ${takers.join(', ')}.`,
    first.parameter.default,
  );
}

function kindOf(parameters: readonly Parameter[]): Kind<number | string> {
  const [first] = parameters;
  if (first?.type === 'string') return choiceKind(first.enum ?? []);
  const min = Math.min(...parameters.map((parameter) => parameter.min ?? Number.NEGATIVE_INFINITY));
  const max = Math.max(...parameters.map((parameter) => parameter.max ?? Number.POSITIVE_INFINITY));
  return first?.type === 'integer' ? integerKind({ min, max }) : numberKind({ min, max });
}

function boundsOf({ min, max, enum: words }: Parameter): string {
  return `; ${words === undefined ? `${min} to ${max}` : words.join(', ')}`;
}
