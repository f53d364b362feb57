/** Coordinates are counted in dots of the map, from its north-western corner. */
type Point = { x: number; y: number };
type Box = { left: number; right: number; top: number; bottom: number };

/** `labelX` is the text's start, or its end if `isLeft`. A crowded place is a small point with a line to its label. */
export type Labelled<Named> = Named & { labelX: number; labelY: number; isLeft: boolean; isCrowded: boolean };

/** Font size of a name. */
export const labelSize = 1.2;
/** Places closer than this have no room for full dots. */
const crowdedBelow = 0.9;
/** Average width of a letter, as a part of the font size. */
const letterWidth = 0.54;
const dotRadius = 0.5;
const bounds: Box = { left: -0.4, right: 33.4, top: 0.6, bottom: 37.4 };

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
const boxAround = ({ x, y }: Point, half: number): Box => ({
  left: x - half,
  right: x + half,
  top: y - half,
  bottom: y + half,
});

/**
 * Returns the places with a position for each name, so that no name covers a dot, a line or another name. Leaves out the
 * names that have no room. Crowded places come first, because they have the least room.
 */
export function placeLabels<Named extends Point & { name: string }>(
  places: readonly Named[],
): Labelled<Named>[] {
  const gapOf = (place: Named) =>
    Math.min(...places.filter((one) => one !== place).map((one) => distance(one, place)));
  const points = places.map((place) => ({ place, box: boxAround(place, dotRadius) }));
  const taken: Box[] = [];
  return places
    .map((place) => ({ place, gap: gapOf(place) }))
    .toSorted((one, other) => one.gap - other.gap)
    .flatMap(({ place, gap }) => {
      const isCrowded = gap < crowdedBelow;
      const crowd = points.filter((point) => distance(point.place, place) < crowdedBelow);
      const others = points.filter((point) => !crowd.includes(point));
      for (const { dx, dy } of isCrowded ? farSpots : [...nearSpots, ...farSpots]) {
        const label = { labelX: place.x + dx, labelY: place.y + dy, isLeft: dx < 0 };
        const box = boxOf(place.name, label);
        const line = lineTo(place, { x: label.labelX, y: label.labelY });
        const isFree = (part: Box, dots: typeof points) =>
          ![...taken, ...dots.map((dot) => dot.box)].some((one) => overlap(part, one));
        // Lines of one crowd begin at almost the same point, so they may cross its dots.
        if (isWithin(box) && isFree(box, points) && line.every((part) => isFree(part, others))) {
          taken.push(box, ...line);
          return { ...place, ...label, isCrowded };
        }
      }
      return [];
    });
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

const isWithin = (box: Box) =>
  box.left > bounds.left && box.right < bounds.right && box.top > bounds.top && box.bottom < bounds.bottom;

function boxOf(
  name: string,
  { labelX, labelY, isLeft }: Pick<Labelled<object>, 'labelX' | 'labelY' | 'isLeft'>,
) {
  const width = name.length * letterWidth * labelSize;
  const half = labelSize * 0.6;
  return {
    left: isLeft ? labelX - width : labelX,
    right: isLeft ? labelX : labelX + width,
    top: labelY - half,
    bottom: labelY + half,
  };
}

/** Returns small boxes along a line, without its first part. */
function lineTo(from: Point, to: Point): Box[] {
  const length = distance(from, to);
  return Array.from({ length: Math.floor(length / 0.3) }, (_, index) => (index * 0.3) / length)
    .filter((part) => part * length > 0.8)
    .map((part) =>
      boxAround({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }, 0.12),
    );
}

const spots = (distances: readonly number[], degrees: readonly number[]) =>
  distances.flatMap((far) =>
    degrees.map((angle) => ({
      dx: far * Math.cos((angle * Math.PI) / 180),
      dy: far * Math.sin((angle * Math.PI) / 180),
    })),
  );
const nearSpots = spots([0.8], [0, 180, -40, 220, 40, 140]);
const farSpots = spots(
  [1.6, 2.2, 3, 4, 5.5, 7],
  [0, 180, -20, 200, 20, 160, -40, 220, 40, 140, -60, 240, 60, 120],
);
