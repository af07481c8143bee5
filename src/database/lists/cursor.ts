import { InvalidInput } from '../../errors/domain-errors.js';
import { Invalid, type Kind } from '../../kinds/kinds.js';

/** The opaque position after a row: its key values. */
export function encodeCursor(keyValues: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(keyValues)).toString('base64url');
}

/** Reads a cursor back, each value by its kind; refuses anything not made by {@link encodeCursor}. */
export function decodeCursor(
  cursor: string | undefined,
  kinds: readonly Kind<unknown>[],
): unknown[] | undefined {
  if (cursor === undefined) return undefined;
  const refusal = new InvalidInput([
    {
      parameter: 'cursor',
      code: 'invalid_format',
      detail: 'not a cursor of this list: take it from meta.next',
    },
  ]);
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw refusal;
  }
  if (!Array.isArray(parts) || parts.length !== kinds.length) throw refusal;
  return kinds.map((kind, index) => {
    const value = kind.fromJson(parts[index]);
    if (value instanceof Invalid) throw refusal;
    return value;
  });
}
