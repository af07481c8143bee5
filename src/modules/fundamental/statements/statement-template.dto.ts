import { BodyField } from '../../../http/fields/fields.js';
import { dateKind, integerKind, textOf } from '../../../kinds/kinds.js';
import { ReadBack } from '../../dataset/read-back.js';
import { companyTypeKind, itemCodeKind, statementKind } from './statement-kinds.js';

/** A line of the form of a statement, to be written. */
export class StatementTemplateWrite extends ReadBack {
  @BodyField(companyTypeKind, { description: 'Kind of company that the form is for.', example: 'ordinary' })
  company_type: string;
  @BodyField(statementKind, { description: 'Statement.', example: 'balance_sheet' })
  statement: string;
  @BodyField(itemCodeKind, { description: 'Code of the line.', example: '110' })
  item_code: string;
  @BodyField(dateKind, {
    description:
      'First day of periods that end under this form; it holds until a later one of the same line.',
    example: '2000-01-01',
  })
  valid_from: string;
  @BodyField(itemCodeKind, { description: 'Line that it is a part of.', example: '100', optional: true })
  parent_code?: string;
  @BodyField(textOf({ max: 300 }), {
    description: 'Vietnamese name.',
    example: 'Tiền và các khoản tương đương tiền',
  })
  name: string;
  @BodyField(textOf({ max: 300 }), {
    description: 'English name.',
    example: 'Cash and cash equivalents',
    optional: true,
  })
  name_en?: string;
  @BodyField(integerKind({ min: 0, max: 99_998 }), { description: 'Place in the statement.', example: 20 })
  item_order: number;
}
