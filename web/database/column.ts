/**
 * A column's type, and its SQL if one of the first two migrations creates it; both are frozen. A later column's SQL is
 * in the migration that adds the column, not here (`column<string | null>()`).
 */
export type Column<Value> = { sql?: string | undefined; value?: Value };
export const column = <Value>(sql?: string): Column<Value> => ({ sql });
