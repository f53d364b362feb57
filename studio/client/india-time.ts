import { timeZone } from '#web/contracts/india.ts';

/**
 * Makes India's time zone the default of this page, also for people in other countries. Sanity has no setting for it: its
 * History and its lists use the default of the browser.
 */
export function showTimesInIndia(): void {
  const inIndia = (options?: Intl.DateTimeFormatOptions) => ({
    ...options,
    timeZone: options?.timeZone ?? timeZone,
  });
  Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
    apply: (format, _self, [locales, options]) => format(locales, inIndia(options)),
    construct: (Format, [locales, options]) => new Format(locales, inIndia(options)),
  });
}
