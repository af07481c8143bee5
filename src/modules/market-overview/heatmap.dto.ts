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

/** What the area of a heatmap may stand for. */
export type HeatmapSize = 'market_cap' | 'value' | 'volume';
export const sizeKind = choiceKind(['market_cap', 'value', 'volume']);

const SIZE_TEXT = 'market_cap and value in VND, volume in securities';

/** A security in a heatmap. */
export class HeatmapLeaf {
  @Ticker() ticker: string;
  @ShownOrNull(textShown, { description: 'Name of the security.', example: 'CTCP Sữa Việt Nam' })
  name: string | null;
  @Shown(priceKind, { description: 'Close price, VND.', example: 67000 })
  close: number;
  @ShownOrNull(numberKind(), {
    description: 'Close against the reference price, percent points; null without one.',
    example: 0.75,
  })
  change_percent: number | null;
  @ChangeReason() change_reason: NullReason | null;
  @ShownOrNull(priceKind, {
    description: `Size, ${SIZE_TEXT}; null where it cannot be known.`,
    example: 140027014815000,
  })
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
      'Nodes below, the largest first, unknown sizes last: industries of the next level, and securities.',
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
  @ShownOrNull(textShown, {
    description: 'Code of the industry; null for the securities without one.',
    example: '3020',
  })
  code: string | null;
  @ShownOrNull(textShown, {
    description: 'Name of the industry on the day; Unclassified where the code is null.',
    example: 'Food, Beverage & Tobacco',
  })
  name: string | null;
  @Shown(integerKind({ min: 1, max: 4 }), { description: 'Level of the industry, from 1.', example: 2 })
  level: number;
  @ShownOrNull(priceKind, {
    description: `Sum of the sizes known below, ${SIZE_TEXT}; null where none is known.`,
    example: 512027014815000,
  })
  size: number | null;
  @ShownOrNull(numberKind(), {
    description:
      'Mean of the changes below, weighted by the capitalisation before the day, by size where none below is known, percent points.',
    example: -0.42,
  })
  change_percent: number | null;
  @Children()
  children: (HeatmapNode | HeatmapLeaf)[];
}

/** The whole heatmap: the root of the tree. */
export class HeatmapRecord {
  @Shown(dateShown, { description: 'Trading day.', example: '2024-01-31' })
  date: string;
  @Shown(sizeKind, { description: 'What sizes stand for.', example: 'market_cap' })
  size_by: HeatmapSize;
  @ShownOrNull(textShown, { description: 'Index whose members are shown.', example: null })
  code: string | null;
  @ShownOrNull(textShown, { description: 'Exchange whose securities are shown.', example: 'HOSE' })
  exchange: string | null;
  @ShownOrNull(priceKind, { description: 'Sum of the sizes known.', example: 140027014815000 })
  size: number | null;
  @ShownOrNull(numberKind(), {
    description: 'Mean of all changes, weighted in the same way, percent points.',
    example: 0.75,
  })
  change_percent: number | null;
  @Children()
  children: (HeatmapNode | HeatmapLeaf)[];
}

/** Parameters of GET /market/heatmap. */
export class HeatmapQuery {
  @MarketDay() date?: string;

  @ExchangeFilter() exchange?: string;

  @QueryField(tickerKind, { description: 'Only members of this index on the day.', example: 'VN30' })
  code?: string;

  @QueryField(sizeKind, {
    description: 'What sizes stand for: market capitalisation, traded value or volume of the day.',
    example: 'value',
    default: 'market_cap',
  })
  size?: HeatmapSize;

  @QueryField(integerKind({ min: 1, max: 4 }), {
    description: 'Depth of the industry levels: 1 sector, 2 industry group, 3 industry, 4 sub-industry.',
    example: 2,
    default: 2,
  })
  level?: number;
}
