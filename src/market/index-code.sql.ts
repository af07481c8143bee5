/** SQL condition that an index is known by its profile or by its members. `code`: SQL of the symbol. */
export const isIndex = (code: string) => `(
  EXISTS (SELECT FROM market_index i WHERE i.code = ${code})
  OR EXISTS (SELECT FROM index_constituent m WHERE m.code = ${code}))`;

/**
 * SQL condition that a symbol is known not to be an index: the security master has it as another kind of security, and
 * neither an index nor a member of one has its code. A symbol with levels alone may be an index. `code`: SQL of the symbol.
 */
export const isNoIndex = (code: string) => `(
  EXISTS (SELECT FROM security s WHERE s.ticker = ${code} AND s.security_type <> 'index') AND NOT ${isIndex(code)})`;
