import type { VisitKind } from '#web/contracts/visit.ts';
import { column } from './column.ts';

/** Sums of visits by day in India, page, source and kind of device: no row is of one visitor. */
export const visits = {
  day: column<string>(),
  path: column<string>(),
  /** Empty where nobody said it. */
  source: column<string>(),
  device: column<string>(),
  kind: column<VisitKind>(),
  times: column<number>(),
};
