import { timeZone } from '#web/contracts/india.ts';

const names = [timeZone, 'Asia/Calcutta'];

/**
 * Makes India's time zone the default of this page, also for people in other countries. Sanity has no setting for it: its
 * dialogs, its History and its lists use the default of the browser.
 */
export function showTimesInIndia(): void {
  // Sanity finds the zone in the browser's list, where it may have its old name, and otherwise uses GMT.
  const listed = Intl.supportedValuesOf('timeZone').find((name) => names.includes(name)) ?? timeZone;
  const inIndia = (options?: Intl.DateTimeFormatOptions) => ({
    ...options,
    timeZone: options?.timeZone ?? listed,
  });
  Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
    apply: (format, _self, [locales, options]) => format(locales, inIndia(options)),
    construct: (Format, [locales, options]) => new Format(locales, inIndia(options)),
  });
}
