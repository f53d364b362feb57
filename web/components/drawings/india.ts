/**
 * India in dots 0.85 degrees apart, with India as its Survey draws it, computed from Natural Earth's public 1:50m
 * boundaries. Each run of dots is one dashed stroke with round caps, which keeps the path short.
 */
export const dots =
  'M6 1h2M5 2h7M6 3h7M6 4h6M7 5h5M8 6h4M8 7h3M7 8h6M6 9h7M6 10h7M29 10h1M5 11h9M27 11h4M2 12h16M22 12h0M27 12h3M3 13h17M22 13h7M3 14h19M24 14h5M4 15h17M27 15h1M1 16h21M26 16h1M1 17h21M27 17h0M2 18h2M6 18h16M27 18h0M3 19h1M6 19h14M6 20h14M6 21h12M6 22h11M6 23h10M6 24h9M6 25h8M7 26h6M7 27h6M8 28h5M8 29h5M27 29h0M8 30h4M9 31h3M9 32h3M10 33h1M10 34h1M28 36h0';
const west = 68;
const north = 37.5;
const degreesPerRow = 0.85;
/** A degree of longitude is shorter than one of latitude, by cos 22.5° in the middle of India. */
const degreesPerColumn = degreesPerRow / Math.cos((22.5 * Math.PI) / 180);
const columns = 33;
const rows = 38;

export type Place = { name: string; lat: number; lng: number };

/** The cities or offices that have coordinates, as points for the map. */
export function placesOf(
  located: { name: string; location: { lat?: number | null; lng?: number | null } | null }[],
): Place[] {
  return located.flatMap(({ name, location }) =>
    typeof location?.lat === 'number' && typeof location.lng === 'number'
      ? [{ name, lat: location.lat, lng: location.lng }]
      : [],
  );
}

/** Where a place stands on the map, in dots from its north-western corner; null outside of it. */
export function pointOn({ lat, lng }: Pick<Place, 'lat' | 'lng'>) {
  const [x, y] = [round((lng - west) / degreesPerColumn), round((north - lat) / degreesPerRow)];
  return x >= 0 && x <= columns && y >= 0 && y <= rows ? { x, y } : null;
}

const round = (value: number) => Math.round(value * 100) / 100;
