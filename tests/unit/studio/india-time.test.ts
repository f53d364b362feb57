import { afterEach, expect, test } from 'vitest';
import { showTimesInIndia } from '#studio/client/india-time.ts';
import { timeZone } from '#web/contracts/india.ts';

const { DateTimeFormat } = Intl;
afterEach(() => {
  Intl.DateTimeFormat = DateTimeFormat;
});

test('India’s time zone is the default, and any other can be named', () => {
  showTimesInIndia();
  const evening = new Date('2026-10-31T18:30:00Z');
  const hour = (options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', ...options }).format(evening);
  expect(hour()).toBe('00:00');
  expect(hour({ timeZone: undefined })).toBe('00:00');
  expect(hour({ timeZone: 'UTC' })).toBe('18:30');
  const zone = (format: Intl.DateTimeFormat) => format.resolvedOptions().timeZone;
  expect(zone(Intl.DateTimeFormat())).toBe(zone(new DateTimeFormat('en', { timeZone })));
  expect(Intl.supportedValuesOf('timeZone')).toContain(zone(Intl.DateTimeFormat()));
  expect(new Intl.DateTimeFormat()).toBeInstanceOf(DateTimeFormat);
});
