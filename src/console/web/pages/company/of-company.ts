import type { BodyOf } from '../../view/read.js';

/** Props of every part of the page: the security on its day. */
export interface OfCompany {
  detail: BodyOf<'/detail/{ticker}'>;
}
