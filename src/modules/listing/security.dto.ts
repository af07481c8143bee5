import { BodyField } from '../../http/fields/fields.js';
import { bigintKind, choiceKind, dateKind, textOf, tickerKind } from '../../kinds/kinds.js';
import { ReadBack } from '../dataset/read-back.js';

/** Kinds of securities. */
export const securityTypeKind = choiceKind(['stock', 'index', 'derivative', 'fund_certificate']);

/** A security of the master: what a ticker is and where it trades. */
export class SecurityWrite extends ReadBack {
  @BodyField(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @BodyField(textOf({ max: 300 }), { description: 'Name.', example: 'CTCP Sữa Việt Nam' })
  name: string;
  @BodyField(textOf({ max: 300 }), {
    description: 'English name.',
    example: 'Viet Nam Dairy Products JSC',
    optional: true,
  })
  name_en?: string;
  @BodyField(securityTypeKind, {
    description: 'Kind of security; stock when not given.',
    example: 'stock',
    default: 'stock',
    optional: true,
  })
  security_type?: string;
  @BodyField(textOf({ max: 20 }), {
    description: 'Exchange; bands and ticks are known for HOSE, HNX and UPCOM.',
    example: 'HOSE',
  })
  exchange: string;
  @BodyField(textOf({ max: 4 }), { description: 'Market identifier code.', example: 'XSTC', optional: true })
  mic?: string;
  @BodyField(textOf({ max: 12 }), { description: 'ISIN.', example: 'VN000000VNM8', optional: true })
  isin?: string;
  @BodyField(textOf({ max: 20 }), {
    description: 'Code of the industry.',
    example: '30202030',
    optional: true,
  })
  industry_code?: string;
  @BodyField(dateKind, { description: 'First trading day.', example: '2006-01-19', optional: true })
  listing_date?: string;
  @BodyField(dateKind, { description: 'Last trading day.', optional: true })
  delisting_date?: string;
  @BodyField(bigintKind, { description: 'Listed shares.', example: 2089955445, optional: true })
  listed_shares?: number | bigint;
  @BodyField(bigintKind, { description: 'Outstanding shares.', example: 2089955445, optional: true })
  outstanding_shares?: number | bigint;
  @BodyField(dateKind, {
    description:
      'Day from which these share counts hold; the day of the last change of this record when not given. No answer for an earlier day uses them.',
    example: '2024-01-02',
    optional: true,
  })
  shares_from?: string;
}
