import { textOf } from '../../kinds/kinds.js';

/** Identifier given by an author. */
export const authorIdKind = textOf({ max: 200 });
