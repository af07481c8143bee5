import { ApiProperty } from '@nestjs/swagger';

/** Why a list has no rows, or what to know of those that it has. */
export class ListNotice {
  @ApiProperty({
    type: 'string',
    description:
      'Stable, machine-readable reason: `no_data_set` (a required data set has no records), `unknown_ticker`, `unknown_code`, `unknown_benchmark` and others named after the parameter, `closed_day`, `no_records` (none for what was requested), `nothing_in_range`, `past_end` (offset or cursor past the end), `other_currency` (all amounts are in a currency that is not computed with), `no_match`. Those of lists with rows: `checks_pending`, `figures_pending`, `forms_to_import`, and for valuations `no_records`, `other_currency` and `is_index`.',
    example: 'no_data_set',
  })
  code: string;
  @ApiProperty({
    type: 'string',
    description: 'Human-readable reason, with what to do about it.',
    example:
      'Nothing is stored of `foreign_trade` (trading of foreign investors): load it with `npm run import -- foreign_trade <file>` or POST /svc/bulk/insert?resource=foreign_trade',
  })
  detail: string;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'What the code refers to: the data set to load, the unknown value, the nearest open day, or the first and last stored date as `2023-01-03/2024-01-31`.',
    example: 'foreign_trade',
  })
  value: string | null;
}

/** Page information of a list. */
export class ListMeta {
  @ApiProperty({ type: 'integer', description: 'Rows in this response.', example: 2 }) count: number;
  @ApiProperty({ type: 'integer', description: 'Rows skipped.', example: 0 }) offset: number;
  @ApiProperty({ type: 'integer', description: 'Maximum number of rows on this page.', example: 100 })
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
    description: 'All matching rows; null unless total=true was requested.',
    example: null,
  })
  total: number | null;
  @ApiProperty({
    type: 'boolean',
    required: false,
    description:
      'true: there are more than 100,000 rows, and `total` is an estimate. Absent if they were counted.',
    example: true,
  })
  total_estimated?: boolean;
  @ApiProperty({ type: 'string', nullable: true, description: 'Unit of prices and values.', example: 'VND' })
  unit: string | null;
  @ApiProperty({
    type: 'string',
    format: 'date',
    required: false,
    description: 'In lists for a single day: the requested day, else the present day of the market.',
    example: '2024-01-31',
  })
  date?: string;
  @ApiProperty({
    type: 'string',
    required: false,
    description: 'In lists for a single index: that index.',
    example: 'VNINDEX',
  })
  code?: string;
  @ApiProperty({
    type: 'string',
    format: 'date',
    required: false,
    description: 'First day of the window used, in lists that apply one if none is requested.',
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
      'For a list without rows: why it has none. Also `checks_pending`, for any list of the approval queue, of gaps or of flagged records: some quotes were written too recently, or are too many, to have been checked yet; `figures_pending`, for valuations: the same for statements; `no_records` and `other_currency`, for valuations without any multiple: no members of the index, no statements of the company, or none in VND; `is_index`: the `ticker` is that of an index, which has them as `code`; and `forms_to_import`, for `/reference/vac/search?regime=TT99`: the forms of statements of that circular are a file to import. Streams report all of them in the header `X-Notice`.',
  })
  notices?: ListNotice[];
}
