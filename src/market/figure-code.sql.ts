/**
 * Codes of Circular 99/2025 whose line has another code in Circular 200/2014, by which figures are read; `none` if the
 * code means another line there, and its own line is not used for figures.
 */
const RENAMED = {
  balance_sheet: {
    '160': '150',
    '150': 'none',
    '240': '230',
    '230': 'none',
    '250': '240',
    '260': '250',
    '270': '260',
    '280': '270',
    '321': '320',
    '320': 'none',
    '339': '338',
    '338': 'none',
    '340': '339',
    '420': '421',
    '421': 'none',
  },
  income_statement: { '22': '21', '23': '22', '24': '23', '21': 'none' },
};

/** Day from which the forms of Circular 99/2025 are stored: their line for total assets is in no earlier form. */
const CIRCULAR_99 = `(
  SELECT min(form.valid_from) FROM statement_template form
  WHERE form.company_type = 'ordinary' AND form.statement = 'balance_sheet' AND form.item_code = '280')`;

/** SQL of the first day of the fiscal year of a figure, the row `alias`: a form holds for whole fiscal years. */
export const fiscalYearStart = (alias: string) =>
  `(${alias}.period_end_date + 1 - make_interval(months => CASE ${alias}.fiscal_quarter WHEN 0 THEN 12 ELSE 3 * ${alias}.fiscal_quarter END))::date`;

const sameCode = (alias: string, codes: Readonly<Record<string, string>>) =>
  `CASE ${alias}.item_code ${Object.entries(codes)
    .map(([code, same]) => `WHEN '${code}' THEN '${same}'`)
    .join(' ')} ELSE ${alias}.item_code END`;

/**
 * SQL of the code by which ratios, valuation, scores and flags read a figure, the row `alias` of `statement_item`: that of
 * its line in Circular 200/2014, whichever form was in force in its fiscal year.
 */
export const figureCode = (alias: string) => `
  CASE WHEN ${alias}.company_type = 'ordinary' AND ${fiscalYearStart(alias)} >= ${CIRCULAR_99} THEN
    CASE ${alias}.statement ${Object.entries(RENAMED)
      .map(([statement, codes]) => `WHEN '${statement}' THEN ${sameCode(alias, codes)}`)
      .join(' ')} ELSE ${alias}.item_code END
  ELSE ${alias}.item_code END`;

/** SQL of the same without the prefix of a company type; the rest is common to companies of every kind. */
export const figureDigits = (alias: string) => `regexp_replace(${figureCode(alias)}, '^(BK|IN|SC)', '')`;
