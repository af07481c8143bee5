import { dataSet } from '../dataset/data-set.js';
import { EconomicEvent } from './economic-event.entity.js';
import { EVENT_FLAGS } from './economic-flags.js';

export const ECONOMIC_EVENT = dataSet(EconomicEvent, {
  title: 'Economic calendar',
  isComputedFrom: false,
  dateColumn: 'date',
  flags: EVENT_FLAGS,
});
