import { choiceKind, integerKind, patternKind } from '../../../kinds/kinds.js';

/** The four statements of specification 4.2. */
export const STATEMENTS = [
  'balance_sheet',
  'income_statement',
  'cash_flow_direct',
  'cash_flow_indirect',
] as const;
export type StatementName = (typeof STATEMENTS)[number];
/** A company's kind, which determines its forms and ratios. */
const COMPANY_TYPES = ['ordinary', 'bank', 'insurance', 'securities'] as const;
export type CompanyType = (typeof COMPANY_TYPES)[number];
const PERIODS = ['quarter', 'year', 'cumulative'] as const;
/** A single quarter, a fiscal year, or the fiscal year up to the end of a quarter. */
export type Period = (typeof PERIODS)[number];
const CONSOLIDATIONS = ['single', 'consolidated', 'parent'] as const;
export type Consolidation = (typeof CONSOLIDATIONS)[number];
const AUDITS = ['audited', 'reviewed', 'unreviewed'] as const;
export type Audit = (typeof AUDITS)[number];

export const statementKind = choiceKind(STATEMENTS);
export const periodKind = choiceKind(PERIODS);
/** Figures of a company without subsidiaries, of a group, or of a parent alone. */
export const consolidationKind = choiceKind(CONSOLIDATIONS);
export const auditKind = choiceKind(AUDITS);
export const companyTypeKind = choiceKind(COMPANY_TYPES);
export const fiscalYearKind = integerKind({ min: 1900, max: 9999 });
/** 1 to 4; 0 for a whole year. */
export const fiscalQuarterKind = integerKind({ min: 0, max: 4 });
/** Code of a line of a statement: `270`, `421a`, `BK03`. */
export const itemCodeKind = patternKind(
  /^[A-Za-z0-9][A-Za-z0-9._]{0,39}$/,
  '1 to 40 characters of A-Z, a-z, 0-9, point and underscore are expected',
);
/** Unit of a figure: a currency (ISO 4217), in full, thousands, millions or billions; a currency per share; shares; or %. */
export const unitKind = patternKind(
  /^((thousand |million |billion )?[A-Z]{3}|[A-Z]{3}\/share|shares|%)$/,
  'one of VND, thousand VND, million VND, billion VND (or another ISO 4217 currency), VND/share, shares, % is expected',
);
/** Day as of which an answer is given: anything published later is ignored. */
export const AS_OF =
  'Only data published by the end of this day (Asia/Ho_Chi_Minh): YYYYMMDD or YYYY-MM-DD; everything if omitted.';
