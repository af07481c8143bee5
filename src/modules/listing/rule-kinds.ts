import { numberKind } from '../../kinds/kinds.js';

/** A band as a ratio, more than 0 and less than 1. */
export const bandKind = numberKind({ min: Number.EPSILON, max: 1 - Number.EPSILON });
