/**
 * A column's type, and its SQL if one of the first two migrations creates the column. Those migrations are frozen: the
 * SQL of a later column is in the migration that adds it, not here (`column<string | null>()`).
 */
export type Column<Value> = { sql?: string | undefined; value?: Value };
export const column = <Value>(sql?: string): Column<Value> => ({ sql });
