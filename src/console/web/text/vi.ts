import type { Text } from './en.js';
import { activity } from './vi/activity.js';
import { approvals } from './vi/approvals.js';
import { chart } from './vi/chart.js';
import { codes } from './vi/codes.js';
import { common } from './vi/common.js';
import { company } from './vi/company.js';
import { data } from './vi/data.js';
import { decisions } from './vi/decisions.js';
import { importing } from './vi/import.js';
import { market } from './vi/market.js';
import { performance } from './vi/performance.js';
import { reference } from './vi/reference.js';
import { shell } from './vi/shell.js';
import { tokens } from './vi/tokens.js';

const pages: Text['pages'] = {
  market: 'Thị trường',
  chart: 'Biểu đồ',
  approvals: 'Phê duyệt',
  import: 'Nhập',
  performance: 'Hiệu quả',
  data: 'Dữ liệu',
  activity: 'Hoạt động',
  reference: 'Danh mục',
  tokens: 'Token',
  company: 'Doanh nghiệp',
};

/** All texts of the pages in Vietnamese. */
export const vi: Text = {
  code: 'vi',
  otherLanguage: { short: 'EN', label: 'EN: change to English', code: 'en' },
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
