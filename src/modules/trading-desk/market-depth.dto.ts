import { ApiProperty } from '@nestjs/swagger';
import { FieldOf, QueryField, RequiredQueryField, Shown } from '../../http/fields/fields.js';
import { Ticker } from '../../http/fields/market-fields.js';
import { bigintKind, instantKind, instantShown, integerKind, priceKind } from '../../kinds/kinds.js';
import { MAXIMUM_LEVELS } from './depth-side.js';
import { MarketDepth } from './market-depth.entity.js';

/** One level of an order book. */
export class DepthLevel {
  @Shown(integerKind({ min: 1, max: MAXIMUM_LEVELS }), 'Position counted from the best price, from 1.', 1)
  level: number;
  @Shown(priceKind, 'Price, VND.', 66900) price: number;
  @Shown(bigintKind, 'Volume of the pending orders, securities.', 12000) volume: number;
}

/** The order book of a security at a moment. */
export class MarketDepthRecord {
  @FieldOf(MarketDepth) ticker: string;
  @Shown(instantShown, 'Time of the snapshot, UTC.', '2024-01-31T07:30:00.000000Z') timestamp: string;
  @ApiProperty({ type: [DepthLevel], description: 'Pending buy orders, highest price first.' })
  bids: DepthLevel[];
  @ApiProperty({
    type: [DepthLevel],
    description: 'Pending sell orders, lowest price first.',
    example: [{ level: 1, price: 67000, volume: 8500 }],
  })
  asks: DepthLevel[];
}

/** Parameters of GET /trading/market-depth. */
export class MarketDepthQuery {
  @Ticker(RequiredQueryField) ticker: string;
  @QueryField(
    integerKind({ min: 1, max: MAXIMUM_LEVELS }),
    `Levels per side, at most ${MAXIMUM_LEVELS}.`,
    3,
    { default: MAXIMUM_LEVELS },
  )
  levels?: number;
  @QueryField(
    instantKind,
    'The newest snapshot at or before this time; the newest of all by default. A date alone means its first moment in Asia/Ho_Chi_Minh.',
    '2024-01-31T07:30:00Z',
  )
  timestamp?: string;
}
