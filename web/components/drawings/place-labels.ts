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
  const gaps = new Map(places.map((place) => [place, gapOf(place)]));
  let order = places.toSorted((one, other) => (gaps.get(one) ?? 0) - (gaps.get(other) ?? 0));
  let best = placeInOrder(order, places);
  // A label that found no room chooses first in the next attempt.
  for (let attempt = 1; attempt < 6 && best.length < places.length; attempt += 1) {
    const isPlaced = new Set(best.map(({ place }) => place));
    order = [
      ...order.filter((place) => !isPlaced.has(place)),
      ...order.filter((place) => isPlaced.has(place)),
    ];
    const next = placeInOrder(order, places);
    if (next.length > best.length) best = next;
  }
  return best.map(({ place, label }) => ({ ...place, ...label }));
}

type Label = Labelled<object>;

/** Gives each place the first free spot. Leaves out places that find none. */
function placeInOrder<Named extends Point & { name: string }>(
  order: readonly Named[],
  places: readonly Named[],
): { place: Named; label: Label }[] {
  const taken: Box[] = [];
  const isFree = (part: Box, dots: readonly Point[]) =>
    ![...taken, ...dots.map((dot) => boxAround(dot, dotRadius))].some((one) => overlap(part, one));
  return order.flatMap((place) => {
    const crowd = places.filter((one) => distance(one, place) < crowdedBelow);
    const isCrowded = crowd.length > 1;
    // Lines of one crowd begin at almost the same point, so they may cross its dots.
    const others = places.filter((one) => !crowd.includes(one));
    for (const { dx, dy } of isCrowded ? spotsAwayFrom(crowd, place) : [...nearSpots, ...farSpots]) {
      const label = { labelX: place.x + dx, labelY: place.y + dy, isLeft: dx < 0, isCrowded };
      const box = boxOf(place.name, label);
      const line = lineTo(place, { x: label.labelX, y: label.labelY });
      if (isWithin(box) && isFree(box, places) && line.every((part) => isFree(part, others))) {
        taken.push(box, ...line);
        return { place, label };
      }
    }
    return [];
  });
}

/** Returns the spots with the near ones first, and those on the place's own side of its crowd, so that lines do not cross. */
function spotsAwayFrom(crowd: readonly Point[], { x, y }: Point) {
  const away = {
    x: x - crowd.reduce((sum, one) => sum + one.x, 0) / crowd.length,
    y: y - crowd.reduce((sum, one) => sum + one.y, 0) / crowd.length,
  };
  const cost = ({ dx, dy }: { dx: number; dy: number }) => {
    const far = Math.hypot(dx, dy);
    return far - (2 * (dx * away.x + dy * away.y)) / (far * Math.hypot(away.x, away.y) || 1);
  };
  return farSpots.toSorted((one, other) => cost(one) - cost(other));
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
  [1.6, 2.2, 3, 4, 5, 6, 7, 9],
  [0, 180, -20, 200, 20, 160, -40, 220, 40, 140, -60, 240, 60, 120, -75, 255, 75, 105],
);
