import { ApiProperty } from '@nestjs/swagger';

/** Why a list has no rows. */
export class ListNotice {
  @ApiProperty({
    type: 'string',
    description:
      'Stable, machine-readable reason: `no_data_set` (nothing is stored of a data set that is needed), `unknown_ticker`, `unknown_code`, `unknown_benchmark` and others by the name of the parameter, `closed_day`, `no_records` (none of what was asked for), `nothing_in_range`, `past_end` (of the offset or cursor), `no_match`.',
    example: 'no_data_set',
  })
  code: string;
  @ApiProperty({
    type: 'string',
    description: 'The reason for a person, with what to do about it.',
    example:
      'Nothing is stored of `foreign_trade` (trading of foreign investors): load it with `npm run import -- foreign_trade <file>` or POST /svc/bulk/insert?resource=foreign_trade',
  })
  detail: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'What the code speaks of: the data set to load, the value that is not known, the nearest open day, or the first and last stored date as `2023-01-03/2024-01-31`.',
    example: 'foreign_trade',
  })
  value: string | null;
}

/** Page information of a list. */
export class ListMeta {
  @ApiProperty({ type: 'integer', description: 'Rows in this answer.', example: 2 }) count: number;
  @ApiProperty({ type: 'integer', description: 'Rows skipped.', example: 0 }) offset: number;
  @ApiProperty({ type: 'integer', description: 'Largest number of rows of this page.', example: 100 })
  limit: number;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Relative URL of the next page, ready to call; null on the last. Also in the Link header.',
    example: '/quote?ticker=VNM&cursor=WyIyMDI0LTAxLTMxIiwiVk5NIl0',
  })
  next: string | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'All matching rows; null unless total=true was asked.',
    example: null,
  })
  total: number | null;
  @ApiProperty({
    type: 'boolean',
    required: false,
    description:
      'true: there are more than 100,000 rows, and `total` is an estimate. Absent when they were counted.',
    example: true,
  })
  total_estimated?: boolean;
  @ApiProperty({ type: 'string', nullable: true, description: 'Unit of prices and values.', example: 'VND' })
  unit: string | null;
  @ApiProperty({
    type: 'string',
    format: 'date',
    required: false,
    description:
      'Day that the answer is of: the one asked for, else the present day of the market. In lists of one day.',
    example: '2024-01-31',
  })
  date?: string;
  @ApiProperty({
    type: 'string',
    required: false,
    description: 'Index that the answer is of, in lists of one.',
    example: 'VNINDEX',
  })
  code?: string;
  @ApiProperty({
    type: 'string',
    format: 'date',
    required: false,
    description: 'First day of the window that was taken, in lists that are of one when none is asked for.',
    example: '2023-02-01',
  })
  from_date?: string;
  @ApiProperty({
    type: 'string',
    format: 'date',
    required: false,
    description: 'Last day of that window.',
    example: '2024-01-31',
  })
  to_date?: string;
  @ApiProperty({
    type: [ListNotice],
    required: false,
    description:
      'Of a list without rows: why it has none. Streams say the same in the header `X-Notice`. Also `checks_pending`, of any list of the approval queue or of gaps: some quotes were written too lately, or are too many, to be checked yet; and `figures_pending`, of valuations: the same of statements.',
  })
  notices?: ListNotice[];
}
