import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import {
  ChangeReason,
  ExchangeFilter,
  MarketDay,
  type NullReason,
  Ticker,
  WhyNoShares,
} from '../../http/fields/market-fields.js';
import {
  choiceKind,
  dateShown,
  integerKind,
  numberKind,
  priceKind,
  textShown,
  tickerKind,
} from '../../kinds/kinds.js';
import type { SharesReason } from '../../kinds/reasons.js';

/** Quantities that areas of a heatmap may stand for. */
export type HeatmapSize = 'market_cap' | 'value' | 'volume';
const sizeKind = choiceKind(['market_cap', 'value', 'volume']);

const SIZE_TEXT = 'market_cap and value in VND, volume in securities';

/** A security in a heatmap. */
export class HeatmapLeaf {
  @Ticker() ticker: string;
  @ShownOrNull(textShown, 'Name of the security.', 'CTCP Sữa Việt Nam') name: string | null;
  @Shown(priceKind, 'Close price, VND.', 67000) close: number;
  @ShownOrNull(numberKind(), 'Change from the reference price, percent; null without one.', 0.75)
  change_percent: number | null;
  @ChangeReason() change_reason: NullReason | null;
  @ShownOrNull(priceKind, `Size, ${SIZE_TEXT}; null if unknown.`, 140027014815000)
  size: number | null;
  @WhyNoShares() shares_reason: SharesReason | null;
}

/** Nodes below a node, largest first: industries, and securities that are classified no deeper. */
const Children = () =>
  ApiProperty({
    type: 'array',
    items: {
      oneOf: [{ $ref: getSchemaPath('HeatmapNode') }, { $ref: getSchemaPath('HeatmapLeaf') }],
    },
    description:
      'Child nodes, largest first, unknown sizes last: industries of the next level, and securities.',
    example: [
      {
        ticker: 'VNM',
        name: 'CTCP Sữa Việt Nam',
        close: 67000,
        change_percent: 0.75,
        change_reason: null,
        size: 140027014815000,
        shares_reason: null,
      },
    ],
  });

/** An industry in a heatmap. */
export class HeatmapNode {
  @ShownOrNull(textShown, 'Code of the industry; null for securities without one.', '3020')
  code: string | null;
  @ShownOrNull(
    textShown,
    'Name of the industry on the day; Unclassified if the code is null.',
    'Food, Beverage & Tobacco',
  )
  name: string | null;
  @Shown(integerKind({ min: 1, max: 4 }), 'Level of the industry, from 1.', 2) level: number;
  @ShownOrNull(
    priceKind,
    `Sum of the known sizes below, ${SIZE_TEXT}; null if none is known.`,
    512027014815000,
  )
  size: number | null;
  @ShownOrNull(
    numberKind(),
    'Mean of the changes below, weighted by the capitalisation before the day, or by size if none below is known, percent.',
    -0.42,
  )
  change_percent: number | null;
  @Children() children: (HeatmapNode | HeatmapLeaf)[];
}

/** The whole heatmap: the root of the tree. */
export class HeatmapRecord {
  @Shown(dateShown, 'Trading day.', '2024-01-31') date: string;
  @Shown(sizeKind, 'Quantity that sizes represent.', 'market_cap') size_by: HeatmapSize;
  @ShownOrNull(textShown, 'Index whose members are shown.', null) code: string | null;
  @ShownOrNull(textShown, 'Exchange whose securities are shown.', 'HOSE') exchange: string | null;
  @ShownOrNull(priceKind, 'Sum of the known sizes.', 140027014815000) size: number | null;
  @ShownOrNull(numberKind(), 'Mean of all changes, weighted in the same way, percent.', 0.75)
  change_percent: number | null;
  @Children() children: (HeatmapNode | HeatmapLeaf)[];
}

/** Parameters of GET /market/heatmap. */
export class HeatmapQuery {
  @MarketDay() date?: string;
  @ExchangeFilter() exchange?: string;
  @QueryField(tickerKind, 'Only members of this index on the day.', 'VN30') code?: string;

  @QueryField(
    sizeKind,
    'Quantity that sizes represent: market capitalisation, traded value or volume of the day.',
    'value',
    { default: 'market_cap' },
  )
  size?: HeatmapSize;

  @QueryField(
    integerKind({ min: 1, max: 4 }),
    'Depth in industry levels: 1 sector, 2 industry group, 3 industry, 4 sub-industry.',
    2,
    { default: 2 },
  )
  level?: number;
}
