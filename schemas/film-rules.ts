/** Where a film on YouTube plays. YouTube's other address sets cookies. */
export const filmHost = 'https://www.youtube-nocookie.com';

/** Returns the id of a film on YouTube from its address, as people copy it from the browser or the app. */
export function findYoutubeId(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  const host = hostname.replace(/^(www|m)\./, '');
  const [, first = '', second = ''] = pathname.split('/');
  const isLong = host === 'youtube.com' || host === 'youtube-nocookie.com';
  const inPath = ['embed', 'shorts', 'live'].includes(first) ? second : searchParams.get('v');
  const id = host === 'youtu.be' ? first : isLong ? inPath : undefined;
  return protocol === 'https:' && id && /^[\w-]{11}$/.test(id) ? id : undefined;
}

/** Parses a length such as 1:40 or 1:02:05. Returns it as an ISO 8601 duration, for example PT1M40S. */
export function parseFilmLength(text: string | null | undefined): string | undefined {
  const [, hours, minutes, seconds] = /^(?:(\d):(?=\d\d:))?(\d?\d):([0-5]\d)$/.exec(text ?? '') ?? [];
  if (minutes === undefined || Number(minutes) > 59) return undefined;
  return `PT${hours ? `${hours}H` : ''}${Number(minutes)}M${Number(seconds)}S`;
}
