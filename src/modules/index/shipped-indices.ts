import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Written } from '../dataset/columns.js';
import { ShippedData } from '../dataset/shipped-data.js';
import { MARKET_INDEX } from './market-index.data-set.js';
import type { MarketIndex } from './market-index.entity.js';

/**
 * The main indices of the Vietnamese market; an uncertain base is left out. Levels and constituents are imported, not
 * shipped. Source: the exchanges' publications on their indices.
 */
const SHIPPED_INDICES: readonly Written<MarketIndex>[] = [
  {
    code: 'VNINDEX',
    name: 'Chỉ số VN-Index',
    name_en: 'VN-Index',
    exchange: 'HOSE',
    weighting: 'market_cap',
    main: true,
    all_share: true,
    base_date: '2000-07-28',
    base_value: 100,
    description: 'All shares listed on HOSE.',
  },
  {
    code: 'VN30',
    name: 'Chỉ số VN30',
    name_en: 'VN30 Index',
    exchange: 'HOSE',
    weighting: 'capped_free_float',
    main: true,
    all_share: false,
    base_date: '2009-01-02',
    base_value: 313.34,
    description: '30 large and liquid shares listed on HOSE.',
  },
  {
    code: 'VN100',
    name: 'Chỉ số VN100',
    name_en: 'VN100 Index',
    exchange: 'HOSE',
    weighting: 'capped_free_float',
    main: true,
    all_share: false,
    description: '100 large and middle-sized shares listed on HOSE: VN30 and VNMidcap.',
  },
  {
    code: 'HNXINDEX',
    name: 'Chỉ số HNX-Index',
    name_en: 'HNX-Index',
    exchange: 'HNX',
    weighting: 'market_cap',
    main: true,
    all_share: true,
    base_date: '2005-07-14',
    base_value: 100,
    description: 'All shares listed on HNX.',
  },
  {
    code: 'HNX30',
    name: 'Chỉ số HNX30',
    name_en: 'HNX30 Index',
    exchange: 'HNX',
    weighting: 'capped_free_float',
    main: true,
    all_share: false,
    base_date: '2012-01-03',
    base_value: 100,
    description: '30 large and liquid shares listed on HNX.',
  },
  {
    code: 'UPCOMINDEX',
    name: 'Chỉ số UPCoM-Index',
    name_en: 'UPCoM-Index',
    exchange: 'UPCOM',
    weighting: 'market_cap',
    main: true,
    all_share: true,
    base_date: '2009-06-24',
    base_value: 100,
    description: 'All shares registered for trading on UPCoM.',
  },
];

/** Loads the main indices that ship with the service. */
@Injectable()
export class ShippedIndices {
  constructor(private readonly shippedData: ShippedData) {}

  /** Loads them unless this database already has this version; returns the number of rows written. */
  load(): Promise<number> {
    const version = createHash('sha256').update(JSON.stringify(SHIPPED_INDICES)).digest('hex').slice(0, 12);
    return this.shippedData.load([
      { name: `${MARKET_INDEX.name} ${version}`, dataSet: MARKET_INDEX, records: () => SHIPPED_INDICES },
    ]);
  }
}
