import type { Generated } from 'kysely';

/** A column's type and its SQL. */
export type Column<Value> = { sql: string; value?: Value };
export const column = <Value>(sql: string): Column<Value> => ({ sql });

export const key = column<string>('text primary key');
/** `counter` stands for the database's auto-increment type. */
export const serial = column<Generated<number>>('counter primary key');
export const text = column<string>('text not null');
export const maybeText = column<string | null>('text');
/** UTC as ISO 8601 with milliseconds: the same sortable text in SQLite and PostgreSQL. */
export const moment = text;
export const maybeMoment = maybeText;
export const integer = column<number>('integer not null');
export const maybeInteger = column<number | null>('integer');
export const bigint = column<number>('bigint not null');
export const maybeBigint = column<number | null>('bigint');
export const count = column<Generated<number>>('integer default 0 not null');
