/** SQL of an instant in its wire form: UTC, microseconds, `Z`. */
export const instant = (expression: string) =>
  `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
