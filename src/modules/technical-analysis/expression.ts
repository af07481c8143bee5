import { acceptedNames } from '../../kinds/nearest.js';
import { CATALOGUE, defaultsOf, findIndicator } from './catalogue/catalogue.js';
import type { Indicator, Parameter, ParameterValues } from './catalogue/indicator.js';

/** One requested indicator with all its parameters. */
export interface IndicatorRequest {
  readonly code: string;
  readonly params: ParameterValues;
  /** canonical form with all parameters, e.g. `macd(5,13,6)`, `obv` */
  readonly key: string;
}

/** Why an expression is refused. */
export interface ExpressionError {
  readonly code:
    | 'malformed'
    | 'wrong_number_of_indicators'
    | 'unknown_indicator'
    | 'duplicate_indicator'
    | 'too_many_values'
    | 'unknown_parameter'
    | 'parameters_not_applicable'
    | 'invalid_value'
    | 'out_of_bounds';
  /** names the indicator and the parameter, for human readers */
  readonly detail: string;
  readonly indicator?: string;
  readonly parameter?: string;
}

/** What an expression means: its requests in order, or every reason to refuse it. */
export type Parsed =
  | { readonly ok: true; readonly requests: readonly IndicatorRequest[] }
  | { readonly ok: false; readonly errors: readonly ExpressionError[] };

/** Maximum number of items in an expression. */
export const MOST_INDICATORS = 10;
const CODES = CATALOGUE.map(({ code }) => code);
const ITEM = /^([^()]*)(?:\(([^()]*)\))?$/;
/** Takes every float64 within the bounds of a parameter in its shortest decimal form: 0.30000000000000004. */
const NUMBER = /^-?\d{1,9}(\.\d{1,20})?$/;

/**
 * Reads the query value `indicator`: 1 to 10 items separated by commas, each a code with or without its values
 * in brackets, in the order of the catalogue; missing values take their default. `byName` holds parameters given
 * by name in the query (`period=9`), allowed with exactly one item without brackets.
 */
export function parseIndicators(text: string, byName: Readonly<Record<string, string>> = {}): Parsed {
  const items = splitOutsideBrackets(text);
  if (items === undefined) return refusal({ code: 'malformed', detail: 'brackets do not match' });
  if (text.trim() === '' || items.length > MOST_INDICATORS) {
    return refusal({
      code: 'wrong_number_of_indicators',
      detail: `expected 1 to ${MOST_INDICATORS} indicators, got ${text.trim() === '' ? 0 : items.length}`,
    });
  }
  if (Object.keys(byName).length > 0 && (items.length > 1 || text.includes('('))) {
    return refusal({
      code: 'parameters_not_applicable',
      detail: `${Object.keys(byName).map(quote).join(', ')}: only with exactly one indicator without brackets`,
    });
  }
  const requests: IndicatorRequest[] = [];
  const errors: ExpressionError[] = [];
  const keys = new Set<string>();
  for (const item of items) {
    const read = readItem(item, byName);
    if (Array.isArray(read)) errors.push(...read);
    else if (keys.has(read.key)) {
      errors.push({
        code: 'duplicate_indicator',
        indicator: read.code,
        detail: `${read.key} is requested twice`,
      });
    } else {
      keys.add(read.key);
      requests.push(read);
    }
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, requests };
}

function refusal(error: ExpressionError): Parsed {
  return { ok: false, errors: [error] };
}

/** Splits the items at the commas outside brackets; undefined if brackets nest or do not match. */
function splitOutsideBrackets(text: string): string[] | undefined {
  const items: string[] = [];
  let start = 0;
  let inside = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === '(' || character === ')') {
      if (inside === (character === '(')) return undefined;
      inside = !inside;
    } else if (character === ',' && !inside) {
      items.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  items.push(text.slice(start).trim());
  return inside ? undefined : items;
}

function readItem(
  item: string,
  byName: Readonly<Record<string, string>>,
): IndicatorRequest | ExpressionError[] {
  const [, name, brackets = ''] = ITEM.exec(item) ?? [];
  const text = name?.trimEnd();
  const code = text?.toLowerCase();
  if (text === undefined || code === undefined || code === '') {
    return [{ code: 'malformed', detail: `${quote(item)} is no indicator: expected rsi or rsi(14)` }];
  }
  const indicator = findIndicator(code);
  if (indicator === undefined) {
    return [
      {
        code: 'unknown_indicator',
        indicator: code.slice(0, 60),
        detail: `unknown indicator ${quote(text)}; ${acceptedNames(text, CODES)}`,
      },
    ];
  }
  const values = brackets.trim() === '' ? [] : brackets.split(',');
  if (values.length > indicator.parameters.length) {
    return [
      {
        code: 'too_many_values',
        indicator: code,
        detail: `${code} takes at most ${indicator.parameters.length} values, got ${values.length}`,
      },
    ];
  }
  const parameters = new Map(Object.entries(byName));
  for (const [place, value] of values.entries())
    parameters.set(indicator.parameters[place]?.name ?? '', value);
  return request(indicator, parameters);
}

/** Checks names, values, bounds and relations. */
function request(
  indicator: Indicator,
  parameters: ReadonlyMap<string, string>,
): IndicatorRequest | ExpressionError[] {
  const errors: ExpressionError[] = [];
  const params: Record<string, number | string> = { ...defaultsOf(indicator) };
  for (const [name, text] of parameters) {
    const parameter = indicator.parameters.find((one) => one.name === name);
    if (parameter === undefined) {
      errors.push(complaint(indicator, 'unknown_parameter', name, 'is not one of its parameters'));
      continue;
    }
    const value = readValue(parameter, text.trim());
    if (value === undefined) {
      errors.push(complaint(indicator, 'invalid_value', name, `must be ${expected(parameter)}`));
    } else if (!within(parameter, value)) {
      errors.push(
        complaint(indicator, 'out_of_bounds', name, `must be ${expected(parameter)}, got ${value}`),
      );
    } else params[name] = value;
  }
  if (errors.length > 0) return errors;
  for (const { parameter, holds, detail } of indicator.relations ?? []) {
    if (!holds(params)) errors.push(complaint(indicator, 'out_of_bounds', parameter, detail));
  }
  if (errors.length > 0) return errors;
  const values = indicator.parameters.map(({ name }) => params[name]);
  const key = values.length === 0 ? indicator.code : `${indicator.code}(${values.join(',')})`;
  return { code: indicator.code, params, key };
}

function readValue(parameter: Parameter, text: string): number | string | undefined {
  if (parameter.type === 'string') return parameter.enum?.find((word) => word === text.toLowerCase());
  if (!NUMBER.test(text)) return undefined;
  const value = Number(text);
  return parameter.type === 'integer' && !Number.isInteger(value) ? undefined : value;
}

function within({ min, max }: Parameter, value: number | string): boolean {
  return typeof value === 'string' || ((min === null || value >= min) && (max === null || value <= max));
}

function expected({ type, min, max, enum: words }: Parameter): string {
  if (type === 'string') return `one of ${words?.join(', ')}`;
  return `${type === 'integer' ? 'an integer' : 'a number'} from ${min} to ${max}`;
}

function complaint(
  { code: indicator }: Indicator,
  code: ExpressionError['code'],
  parameter: string,
  detail: string,
): ExpressionError {
  return { code, indicator, parameter, detail: `${indicator}: ${parameter.slice(0, 60)} ${detail}` };
}

/** The caller's own text, shortened. */
function quote(text: string): string {
  return `"${text.slice(0, 60)}"`;
}
