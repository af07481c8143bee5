import { ApiProperty } from '@nestjs/swagger';
import { BodyField, Ignored, QueryField, RequiredQueryField, Shown } from '../../http/fields/fields.js';
import {
  bigintKind,
  instantKind,
  instantShown,
  integerKind,
  priceKind,
  tickerKind,
} from '../../kinds/kinds.js';
import { depthSideKind, MAXIMUM_LEVELS } from './depth-side.js';

/** A snapshot of an order book, to be written. A record read back carries `id`, `url` and `changed_at` besides. */
export class MarketDepthWrite {
  @BodyField(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @BodyField(instantKind, {
    description: 'Moment of the snapshot: ISO 8601 with its zone.',
    example: '2024-01-31T07:30:00Z',
  })
  timestamp: string;
  @BodyField(depthSideKind, {
    description: `Waiting buyers, the highest price first, at most ${MAXIMUM_LEVELS} levels; none when not given.`,
    example: [{ price: 66900, volume: 12000 }],
    optional: true,
  })
  bids?: string;
  @BodyField(depthSideKind, {
    description: `Waiting sellers, the lowest price first, at most ${MAXIMUM_LEVELS} levels; none when not given. The best bid is below the best ask.`,
    example: [{ price: 67000, volume: 8500 }],
    optional: true,
  })
  asks?: string;

  @Ignored() id?: unknown;
  @Ignored() url?: unknown;
  @Ignored() changed_at?: unknown;
}

/** One level of an order book. */
export class DepthLevel {
  @Shown(integerKind({ min: 1, max: MAXIMUM_LEVELS }), {
    description: 'Place from the best price on, from 1.',
    example: 1,
  })
  level: number;
  @Shown(priceKind, { description: 'Price, VND.', example: 66900 })
  price: number;
  @Shown(bigintKind, { description: 'Volume of the waiting orders, securities.', example: 12000 })
  volume: number;
}

/** The order book of a security at a moment. */
export class MarketDepthRecord {
  @Shown(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @Shown(instantShown, {
    description: 'Moment of the snapshot, UTC.',
    example: '2024-01-31T07:30:00.000000Z',
  })
  timestamp: string;
  @ApiProperty({ type: [DepthLevel], description: 'Waiting buyers, the highest price first.' })
  bids: DepthLevel[];
  @ApiProperty({
    type: [DepthLevel],
    description: 'Waiting sellers, the lowest price first.',
    example: [{ level: 1, price: 67000, volume: 8500 }],
  })
  asks: DepthLevel[];
}

/** Parameters of GET /trading/market-depth. */
export class MarketDepthQuery {
  @RequiredQueryField(tickerKind, { description: 'Security symbol.', example: 'VNM' })
  ticker: string;
  @QueryField(integerKind({ min: 1, max: MAXIMUM_LEVELS }), {
    description: `Levels of each side, at most ${MAXIMUM_LEVELS}.`,
    example: 3,
    default: MAXIMUM_LEVELS,
  })
  levels?: number;
  @QueryField(instantKind, {
    description:
      'The newest snapshot at or before this moment; the newest of all when not given. A date alone is its first moment in Asia/Ho_Chi_Minh.',
    example: '2024-01-31T07:30:00Z',
  })
  timestamp?: string;
}
