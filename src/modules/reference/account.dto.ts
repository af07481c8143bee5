import { BodyField, QueryField, Shown } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { choiceKind, dateKind, dateShown, integerKind, textOf, textShown } from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';
import { accountCodeKind, companyTypeKind, regimeKind, WORDS_TEXT, wordsKind } from './reference-kinds.js';

const levelKind = integerKind({ min: 1, max: 8 });
const accountTypeKind = choiceKind([
  'asset',
  'liability',
  'equity',
  'revenue',
  'production_and_business_cost',
  'other_income',
  'other_expense',
  'result',
  'off_balance_sheet',
]);

/** An account of the national accounting chart. */
export class AccountRecord {
  @Shown(accountCodeKind, { description: 'Account code; its length is its level.', example: '1121' })
  account_code: string;
  @Shown(accountCodeKind, {
    description: 'Account above it; null at the first level.',
    example: '112',
    nullable: true,
  })
  parent_code: string | null;
  @Shown(levelKind, { description: 'Level, 1 for three digits.', example: 2 })
  level: number;
  @Shown(textShown, { description: 'Vietnamese name, that of the circular.', example: 'Tiền Việt Nam' })
  name: string;
  @Shown(textShown, {
    description: 'English name; not official.',
    example: 'Bank deposits, Vietnamese dong',
    nullable: true,
  })
  name_en: string | null;
  @Shown(accountTypeKind, { description: 'Type, given by the first digit.', example: 'asset' })
  type: string;
  @Shown(textShown, {
    description: 'Regime: TT200 (Circular 200/2014/TT-BTC), TT99 (Circular 99/2025/TT-BTC).',
    example: 'TT200',
  })
  regime: string;
  @Shown(companyTypeKind, {
    description: 'Kind of company that the chart is for: ordinary, bank, insurance or securities.',
    example: 'ordinary',
  })
  company_type: string;
  @Shown(dateShown, { description: 'First day of validity.', example: '2015-01-01' })
  valid_from: string;
  @Shown(dateShown, {
    description: 'Last day of validity; null while it is valid.',
    example: '2025-12-31',
    nullable: true,
  })
  valid_to: string | null;
}

/** An account to be written. */
export class AccountWrite extends ReadBack {
  @BodyField(accountCodeKind, { description: 'Account code; with regime the key.', example: '1121' })
  code: string;
  @BodyField(regimeKind, { description: 'Regime, by short name or circular.', example: 'TT200' })
  regime: string;
  @BodyField(companyTypeKind, {
    description: 'Kind of company; ordinary when not given.',
    example: 'ordinary',
    default: 'ordinary',
    optional: true,
  })
  company_type?: string;
  @BodyField(accountCodeKind, { description: 'Account above it.', example: '112', optional: true })
  parent_code?: string;
  @BodyField(levelKind, { description: 'Level.', example: 2 })
  level: number;
  @BodyField(accountTypeKind, { description: 'Type.', example: 'asset' })
  type: string;
  @BodyField(textOf({ max: 300 }), { description: 'Vietnamese name.', example: 'Tiền Việt Nam' })
  name: string;
  @BodyField(textOf({ max: 300 }), {
    description: 'English name.',
    example: 'Bank deposits, Vietnamese dong',
    optional: true,
  })
  name_en?: string;
  @BodyField(dateKind, { description: 'First day of validity.', example: '2015-01-01' })
  valid_from: string;
  @BodyField(dateKind, { description: 'Last day of validity.', example: '2025-12-31', optional: true })
  valid_to?: string;
}

/** Parameters of GET /reference/vac/search. */
export class AccountQuery extends PageQuery {
  @QueryField(accountCodeKind, {
    description: 'Beginning of the account code: 112 finds 112, 1121, 1122.',
    example: '112',
  })
  code?: string;
  @QueryField(wordsKind, {
    description: `Words of the Vietnamese or English name, or of the code: ${WORDS_TEXT}`,
    example: 'tien gui',
  })
  q?: string;
  @QueryField(regimeKind, {
    description: 'TT200 or 200/2014, TT99 or 99/2025; every regime when not given.',
    example: 'TT99',
  })
  regime?: string;
  @QueryField(companyTypeKind, {
    description:
      'ordinary, bank, insurance or securities. Only the chart of ordinary companies ships; the others are empty until imported.',
    example: 'ordinary',
  })
  company_type?: string;
  @QueryField(dateKind, { description: 'Only accounts valid on this day.', example: '20260101' })
  date?: string;
}
