import { activity } from './en/activity.js';
import { approvals } from './en/approvals.js';
import { chart } from './en/chart.js';
import { codes } from './en/codes.js';
import { common } from './en/common.js';
import { company } from './en/company.js';
import { data } from './en/data.js';
import { decisions } from './en/decisions.js';
import { importing } from './en/import.js';
import { market } from './en/market.js';
import { performance } from './en/performance.js';
import { reference } from './en/reference.js';
import { shell } from './en/shell.js';
import { tokens } from './en/tokens.js';

/** Titles of the pages in the navigation. */
const pages = {
  market: 'Market',
  chart: 'Chart',
  approvals: 'Approvals',
  import: 'Import',
  performance: 'Performance',
  data: 'Data',
  activity: 'Activity',
  reference: 'Reference',
  tokens: 'Tokens',
  company: 'Company',
};

/** All texts of the pages in English. Another language is another file of this shape. */
export const en = {
  code: 'en',
  /** a button that switches to the other language, in that language */
  otherLanguage: { short: 'VI', label: 'VI: chuyển sang tiếng Việt', code: 'vi' },
  pages,
  shell,
  codes,
  common,
  market,
  company,
  chart,
  approvals,
  data,
  decisions,
  performance,
  activity,
  reference,
  importing,
  tokens,
};

/** The shape of a language. */
export type Text = typeof en;
