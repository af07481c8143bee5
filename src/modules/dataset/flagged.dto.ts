import { QueryField, Shown } from '../../http/fields/fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { instantShown, textOf, textShown, uuidKind } from '../../kinds/kinds.js';

/** A stored record about which something is doubtful. */
export class FlaggedRecord {
  @Shown(uuidKind, { description: 'Identifier.', example: '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10' })
  id: string;
  @Shown(textShown, {
    description: 'Address of the record, where it is read, replaced and deleted.',
    example: '/svc/record/corporate_action/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  })
  url: string;
  @Shown(
    { schema: { type: 'object', additionalProperties: true } },
    {
      description: 'Its natural key.',
      example: { ticker: 'VNM', ex_date: '2024-06-10', type: 'cash_dividend' },
    },
  )
  key: object;
  @Shown(
    { schema: { type: 'array', items: { type: 'string' } } },
    {
      description: 'What is doubtful; `flags` of GET /svc/datasets/{name} says in words what each means.',
      example: ['no_price_left', 'large_dividend'],
    },
  )
  flags: string[];
  @Shown(textShown, { description: 'Who wrote its values.', example: 'maker@example.com' })
  maker: string;
  @Shown(instantShown, { description: 'Last change, UTC.', example: '2024-01-31T08:15:02.123456Z' })
  timestamp: string;
}

/** Parameters of GET /svc/datasets/{name}/flagged. */
export class FlaggedQuery extends PageQuery {
  @QueryField(textOf({ max: 100 }), {
    description: 'Only records with this flag, one of those that GET /svc/datasets/{name} lists.',
    example: 'before_market',
  })
  flag?: string;
}
