const india = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' });

/** The day in India, `2026-03-31`, of a moment in milliseconds since 1970. */
export const dayInIndia = (milliseconds: number): string => india.format(milliseconds);

/** The first day of its month. */
export const firstOfMonth = (milliseconds: number): string => `${dayInIndia(milliseconds).slice(0, 8)}01`;
