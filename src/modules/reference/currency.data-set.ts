import { dataSet } from '../dataset/data-set.js';
import { Currency } from './currency.entity.js';
import { ISO_4217_LIST_ONE, ISO_4217_LIST_THREE } from './iso4217.js';
import { CURRENCY_FLAGS } from './reference-flags.js';

/** Currencies, funds and precious metals of ISO 4217, historic ones included. */
export const CURRENCY = dataSet(Currency, {
  title: 'Currencies (ISO 4217)',
  isComputedFrom: false,
  publishedForms: [ISO_4217_LIST_ONE, ISO_4217_LIST_THREE],
  flags: CURRENCY_FLAGS,
});
