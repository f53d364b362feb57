/**
 * A column's type, and its SQL if one of the first two migrations creates the column. Those migrations are frozen, so a
 * later column has no SQL here (`column<string | null>()`): the migration that adds it has the SQL.
 */
export type Column<Value> = { sql?: string | undefined; value?: Value };
export const column = <Value>(sql?: string): Column<Value> => ({ sql });
