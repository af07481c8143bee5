import { dataSet } from '../dataset/data-set.js';
import { AssetClass } from './asset-class.entity.js';
import { ASSET_CLASS_FLAGS } from './reference-flags.js';

/** Market categories with their classes and subclasses. */
export const ASSET_CLASS = dataSet(AssetClass, {
  title: 'Asset classification',
  isComputedFrom: false,
  flags: ASSET_CLASS_FLAGS,
});
