/** SQL condition that a figure, the alias `alias` of `statement_item`, was public by the end of a day in Viet Nam. */
export const isKnownOn = (alias: string, day: string) =>
  `${alias}.published_at < ((${day} + 1)::timestamp AT TIME ZONE 'Asia/Ho_Chi_Minh')`;

/** SQL order of whose figures stand for a company: the group's, the company's, the parent's alone. */
export const consolidationRank = (column: string) =>
  `array_position(ARRAY['consolidated', 'single', 'parent'], ${column})`;
