/** A source of JSON rows at one address, fetched at once: of quotes, unless `options` say otherwise. */
export const aSource = (url: string, options: object = {}) => ({
  data_set: 'quote',
  request: { url },
  rows: { format: 'json' },
  work: { each: 'once' },
  limits: { per_minute: 60_000, attempts: 1 },
  ...options,
});
