import type { VisitKind } from '#web/contracts/visit.ts';
import { column } from './column.ts';

/** Sums of visits by day in India, page, source and kind of device: no row is of one visitor. */
const visits = {
  day: column<string>(),
  path: column<string>(),
  /** Empty where nobody said it. */
  source: column<string>(),
  device: column<string>(),
  kind: column<VisitKind>(),
  times: column<number>(),
};

/** Pages as search engines were told of them. */
const announced = { url: column<string>(), modified_at: column<string>() };

export const visitsTables = { visits, announced };
