const timeZone = 'Asia/Kolkata';
const india = new Intl.DateTimeFormat('sv-SE', { timeZone });

/** The day in India, `2026-03-31`, of a moment in milliseconds since 1970. */
export const dayInIndia = (milliseconds: number): string => india.format(milliseconds);

/** The first day of its month. */
export const firstOfMonth = (milliseconds: number): string => `${dayInIndia(milliseconds).slice(0, 8)}01`;

/** A moment (ISO 8601) as people in India read it, such as "31 March 2026 at 4:05 pm". */
export const dateInIndia = (moment: string, styles: Intl.DateTimeFormatOptions = {}): string =>
  new Intl.DateTimeFormat('en-IN', { timeZone, dateStyle: 'long', ...styles }).format(new Date(moment));
