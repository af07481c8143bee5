/** How the dates of a column are written: year first, day first or month first. */
export const DATE_FORMS = ['ymd', 'dmy', 'mdy'] as const;
export type DateForm = (typeof DATE_FORMS)[number];

/** Thousands separator of the numbers of a column; with a point, a comma begins the fraction. */
export const THOUSANDS = ['none', ',', '.'] as const;
export type Thousands = (typeof THOUSANDS)[number];

const PARTS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;
const YEAR_FIRST_PARTS = /^(\d{4})([/.])(\d{1,2})\2(\d{1,2})$/;
const NUMBERS: Readonly<Record<Thousands, RegExp>> = {
  none: /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/,
  ',': /^[+-]?(0|[1-9]\d{0,2}(,\d{3})*)(\.\d+)?$/,
  '.': /^[+-]?(0|[1-9]\d{0,2}(\.\d{3})*)(,\d+)?$/,
};
const SEPARATED = /[.,]/;
/** Three digits after a point that cannot be the fraction of an integer. */
const GROUP = /^[+-]?[1-9]\d{0,2}\.(?!000$)\d{3}$/;

/** The forms in which every text of a column is a date; a text without such parts counts as year first. */
export function dateFormsOf(texts: readonly string[]): DateForm[] {
  if (texts.length === 0) return ['ymd'];
  return DATE_FORMS.filter((form) => texts.every((text) => isOfForm(text, form)));
}

function isOfForm(text: string, form: DateForm): boolean {
  const [, first, , second] = PARTS.exec(text) ?? [];
  if (first === undefined || second === undefined) return form === 'ymd';
  const [day, month] = form === 'dmy' ? [first, second] : [second, first];
  return form !== 'ymd' && Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
}

/** The text of a date as the service accepts it, `YYYY-MM-DD`; undefined: the text is not of this form. */
export function dateOf(text: string, form: DateForm): string | undefined {
  if (form === 'ymd') {
    const [, year, , month = '', day = ''] = YEAR_FIRST_PARTS.exec(text) ?? [];
    return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  }
  const [, first = '', , second = '', year] = PARTS.exec(text) ?? [];
  if (year === undefined) return undefined;
  const [day, month] = form === 'dmy' ? [first, second] : [second, first];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/**
 * The thousands separators with which every text of a column is a number, or an integer if it `isWhole`; none of them
 * if no text gives a clue.
 */
export function thousandsOf(texts: readonly string[], isWhole: boolean): Thousands[] {
  const numbers = texts.filter((text) => /\d/.test(text));
  const isShort = numbers.every((text) => NUMBERS[','].test(text));
  if (isShort && !numbers.some((text) => SEPARATED.test(text))) return [];
  const fits = (text: string, form: Thousands) =>
    NUMBERS[form].test(text) && !(isWhole && GROUP.test(numberOf(text, form) ?? ''));
  return THOUSANDS.filter((form) => numbers.every((text) => fits(text, form)));
}

/** The text of a number as the service accepts it; undefined: the text is not of this form. */
export function numberOf(text: string, form: Thousands): string | undefined {
  if (form === 'none') return text;
  if (!NUMBERS[form].test(text) && !/^[+-]?\d+$/.test(text)) return undefined;
  return form === ',' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.');
}

/**
 * The thousands separator of each column of a file, from the ones that its texts allow. A column that could be read in
 * two ways is read like the others of the file; null if they do not settle it.
 */
export function settledThousands(columns: readonly (readonly Thousands[])[]): (Thousands | null)[] {
  const isCertain = (form: Thousands) => columns.some((forms) => forms.length === 1 && forms[0] === form);
  const hasFractions = columns.some((forms) => forms.length > 0 && !forms.includes('.'));
  const [comma, point] = [isCertain(','), isCertain('.')];
  return columns.map((forms) => {
    if (!forms.includes('.')) {
      if (forms.length === 0) return point && !hasFractions ? '.' : comma ? ',' : 'none';
      return comma && forms.includes(',') ? ',' : (forms[0] ?? 'none');
    }
    if (forms.length === 1 || (point && !hasFractions)) return '.';
    if (point || !hasFractions) return null;
    return forms.includes('none') && !comma ? 'none' : ',';
  });
}
