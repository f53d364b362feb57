/** A moment as the database holds it: the same text in SQLite and PostgreSQL, and it sorts. */
export const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();
