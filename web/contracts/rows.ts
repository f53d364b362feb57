import * as z from 'zod/mini';

/** A row of an answer, typed by whoever makes it: both ends are built of the same types. */
export const row = <Row extends object>() =>
  z.custom<Row>((value) => typeof value === 'object' && value !== null);
export const rows = <Row extends object>() => z.array(row<Row>());
