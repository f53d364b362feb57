/**
 * SVG path that draws India in dots 0.85 degrees apart, computed from Natural Earth's 1:50m data with the borders of
 * the Survey of India. To keep the path short, each run of dots is one dashed stroke with round caps. A run ends
 * slightly after its last dot, because browsers drop a dash that starts at the end of a path.
 */
export const dots =
  'M6 1h2.1M5 2h7.1M6 3h7.1M6 4h6.1M7 5h5.1M8 6h4.1M8 7h3.1M7 8h6.1M6 9h7.1M6 10h7.1M29 10h1.1M5 11h9.1M27 11h4.1M2 12h16.1M22 12h.1M27 12h3.1M3 13h17.1M22 13h7.1M3 14h19.1M24 14h5.1M4 15h17.1M27 15h1.1M1 16h21.1M26 16h1.1M1 17h21.1M27 17h.1M2 18h2.1M6 18h16.1M27 18h.1M3 19h1.1M6 19h14.1M6 20h14.1M6 21h12.1M6 22h11.1M6 23h10.1M6 24h9.1M6 25h8.1M7 26h6.1M7 27h6.1M8 28h5.1M8 29h5.1M27 29h.1M8 30h4.1M9 31h3.1M9 32h3.1M10 33h1.1M10 34h1.1M28 36h.1';
const west = 68;
const north = 37.5;
const degreesPerRow = 0.85;
/** In central India, a degree of longitude is cos 22.5° times as long as a degree of latitude. */
const degreesPerColumn = degreesPerRow / Math.cos((22.5 * Math.PI) / 180);
const columns = 33;
const rows = 38;

/** Rounds to two decimals, which is precise enough for drawings. */
export const round = (value: number) => Math.round(value * 100) / 100;

/** Returns a place's position, counted in dots from the map's north-western corner. Null if it is outside the map. */
export function pointOn({ lat, lng }: { lat: number; lng: number }) {
  const [x, y] = [round((lng - west) / degreesPerColumn), round((north - lat) / degreesPerRow)];
  return x >= 0 && x <= columns && y >= 0 && y <= rows ? { x, y } : null;
}
