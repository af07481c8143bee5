import { FieldOf, QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { dateKind, dateShown, textShown } from '../../kinds/kinds.js';
import { Account, accountTypeKind, levelKind } from './account.entity.js';
import { accountCodeKind, companyTypeKind, regimeKind, WORDS_TEXT, wordsKind } from './reference-kinds.js';

/** An account of the national accounting chart. */
export class AccountRecord {
  @Shown(accountCodeKind, { description: 'Account code; its length is its level.', example: '1121' })
  account_code: string;
  @ShownOrNull(accountCodeKind, { description: 'Account above it; null at the first level.', example: '112' })
  parent_code: string | null;
  @Shown(levelKind, { description: 'Level, 1 for three digits.', example: 2 })
  level: number;
  @Shown(textShown, { description: 'Vietnamese name, that of the circular.', example: 'Tiền Việt Nam' })
  name: string;
  @ShownOrNull(textShown, {
    description: 'English name; not official.',
    example: 'Bank deposits, Vietnamese dong',
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
  @FieldOf(Account) valid_from: string;
  @ShownOrNull(dateShown, {
    description: 'Last day of validity; null while it is valid.',
    example: '2025-12-31',
  })
  valid_to: string | null;
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
