/**
 * A column's type, and its SQL if one of the first two migrations creates it. These are frozen. A later column has its SQL
 * in the migration that adds it, and none here (`column<string | null>()`).
 */
export type Column<Value> = { sql?: string | undefined; value?: Value };
export const column = <Value>(sql?: string): Column<Value> => ({ sql });
