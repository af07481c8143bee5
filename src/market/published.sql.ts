/** The quotes published by default: `QUOTE_PUBLICATION`. */
export type Published = 'all' | 'approved';

/** SQL condition that a quote, the alias `alias`, is published. */
export const isPublished = (alias: string, published: Published) =>
  published === 'approved' ? `${alias}.approval = 1` : 'true';
