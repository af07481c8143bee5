import type { BodyOf } from '../../view/read.js';

/** What every part of the page is given: the security on its day. */
export interface OfCompany {
  detail: BodyOf<'/detail/{ticker}'>;
}
