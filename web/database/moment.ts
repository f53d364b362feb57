/** Formats milliseconds since 1970 as ISO 8601: the same sortable text in SQLite and PostgreSQL. */
export const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();
