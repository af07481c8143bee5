import { Module } from '@nestjs/common';
import { DatasetModule } from '../dataset/dataset.module.js';
import { ShippedIndices } from './shipped-indices.js';

/** Market indices. */
@Module({
  imports: [DatasetModule],
  providers: [ShippedIndices],
  exports: [ShippedIndices],
})
export class MarketIndexModule {}
