import { FieldOf, QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { dateKind, dateShown, textShown } from '../../kinds/kinds.js';
import { companyTypeKind } from '../fundamental/statements/statement-kinds.js';
import { Account, accountTypeKind, levelKind } from './account.entity.js';
import { accountCodeKind, regimeKind, WORDS_TEXT, wordsKind } from './reference-kinds.js';

/** An account of the national accounting chart. */
export class AccountRecord {
  @Shown(accountCodeKind, 'Account code; its length determines its level.', '1121') account_code: string;
  @ShownOrNull(accountCodeKind, 'Parent account; null at the first level.', '112')
  parent_code: string | null;
  @Shown(levelKind, 'Level, 1 for three digits.', 2) level: number;
  @Shown(textShown, 'Vietnamese name, as in the circular.', 'Tiền Việt Nam') name: string;
  @ShownOrNull(textShown, 'English name; not official.', 'Bank deposits, Vietnamese dong')
  name_en: string | null;
  @Shown(accountTypeKind, 'Type, determined by the first digit.', 'asset') type: string;
  @Shown(textShown, 'Regime: TT200 (Circular 200/2014/TT-BTC), TT99 (Circular 99/2025/TT-BTC).', 'TT200')
  regime: string;
  @Shown(
    companyTypeKind,
    'Kind of company the chart is for: ordinary, bank, insurance or securities.',
    'ordinary',
  )
  company_type: string;
  @FieldOf(Account) valid_from: string;
  @ShownOrNull(dateShown, 'Last day of validity; null while it is valid.', '2025-12-31')
  valid_to: string | null;
}

/** Parameters of GET /reference/vac/search. */
export class AccountQuery extends PageQuery {
  @QueryField(accountCodeKind, 'Prefix of the account code: 112 finds 112, 1121, 1122.', '112')
  code?: string;
  @QueryField(wordsKind, `Words of the Vietnamese or English name, or of the code: ${WORDS_TEXT}`, 'tien gui')
  q?: string;
  @QueryField(regimeKind, 'TT200 or 200/2014, TT99 or 99/2025; all regimes by default.', 'TT99')
  regime?: string;
  @QueryField(
    companyTypeKind,
    'ordinary, bank, insurance or securities. Only the chart of ordinary companies ships; the others are empty until imported.',
    'ordinary',
  )
  company_type?: string;
  @QueryField(dateKind, 'Only accounts valid on this day.', '20260101') date?: string;
}
