/** Coordinates are counted in dots of the map, from its north-western corner. */
type Point = { x: number; y: number };
type Box = { left: number; right: number; top: number; bottom: number };

/** `labelX` is the text's start, or its end if `isLeft`. A crowded place is a small point with a line to its label. */
export type Labelled<Named> = Named & { labelX: number; labelY: number; isLeft: boolean; isCrowded: boolean };

/** Font size of a name. */
export const labelSize = 1;
/** Average width of a letter, as a part of the font size. */
const letterWidth = 0.54;
/** Places closer than this have no room for full dots. */
const crowdedBelow = 0.9;
const mostAttempts = 6;
const bounds: Box = { left: -0.4, right: 33.4, top: 0.6, bottom: 37.4 };

/**
 * Returns the places with a position for each name, so that no name covers a dot, a line or another name. If a name has
 * no room, its place chooses first in the next attempt. Leaves out the names that have no room in any attempt.
 */
export function placeLabels<Named extends Point & { name: string }>(places: readonly Named[]) {
  const crowdAt = (place: Named) => places.filter((one) => distance(one, place) < crowdedBelow).length;
  let order = places.toSorted((one, other) => crowdAt(other) - crowdAt(one));
  let best: Labelled<Named>[] = [];
  for (let attempt = 0; attempt < mostAttempts && best.length < places.length; attempt += 1) {
    const placed = placeInOrder(order);
    if (placed.length > best.length) best = placed;
    const isPlaced = ({ name }: Named) => placed.some((one) => one.name === name);
    order = order.toSorted((one, other) => Number(isPlaced(one)) - Number(isPlaced(other)));
  }
  return best;
}

/** Gives each place the nearest free spot. */
function placeInOrder<Named extends Point & { name: string }>(places: readonly Named[]): Labelled<Named>[] {
  const taken: Box[] = [];
  const isFree = (part: Box, dots: readonly Point[]) =>
    ![...taken, ...dots.map((dot) => boxAround(dot, 0.5))].some((one) => overlap(part, one));
  return places.flatMap((place) => {
    const crowd = places.filter((one) => distance(one, place) < crowdedBelow);
    const isCrowded = crowd.length > 1;
    // Lines of one crowd begin at almost the same point, so they may cross its dots.
    const others = places.filter((one) => !crowd.includes(one));
    for (const { dx, dy } of spotsFor(place, crowd)) {
      const [labelX, labelY, isLeft] = [place.x + dx, place.y + dy, dx < 0];
      const width = place.name.length * letterWidth * labelSize;
      const left = isLeft ? labelX - width : labelX;
      const box = { ...boxAround({ x: labelX, y: labelY }, labelSize * 0.6), left, right: left + width };
      const line = lineTo(place, { x: labelX, y: labelY });
      const isWithin =
        box.left > bounds.left &&
        box.right < bounds.right &&
        box.top > bounds.top &&
        box.bottom < bounds.bottom;
      if (isWithin && isFree(box, places) && line.every((part) => isFree(part, others))) {
        taken.push(box, ...line);
        return { ...place, labelX, labelY, isLeft, isCrowded };
      }
    }
    return [];
  });
}

/** Returns spots for a label, the nearest first, and those on the place's own side of its crowd, so that lines do not cross. */
function spotsFor({ x, y }: Point, crowd: readonly Point[]) {
  const away = {
    x: x - crowd.reduce((sum, one) => sum + one.x, 0) / crowd.length,
    y: y - crowd.reduce((sum, one) => sum + one.y, 0) / crowd.length,
  };
  const cost = ({ far, dx, dy }: (typeof spots)[number]) =>
    far - (2 * (dx * away.x + dy * away.y)) / (far * Math.hypot(away.x, away.y) || 1);
  return spots
    .filter(({ far }) => crowd.length === 1 || far > crowdedBelow)
    .toSorted((one, other) => cost(one) - cost(other));
}

const spots = [0.8, 1.6, 2.2, 3, 4, 5, 6, 7, 9].flatMap((far) =>
  [0, 180, -20, 200, 20, 160, -40, 220, 40, 140, -60, 240, 60, 120].map((degrees) => ({
    far,
    dx: far * Math.cos((degrees * Math.PI) / 180),
    dy: far * Math.sin((degrees * Math.PI) / 180),
  })),
);

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const boxAround = ({ x, y }: Point, half: number): Box => ({
  left: x - half,
  right: x + half,
  top: y - half,
  bottom: y + half,
});

/** Returns small boxes along a line, without its first part. */
function lineTo(from: Point, to: Point): Box[] {
  const length = distance(from, to);
  return Array.from({ length: Math.floor(length / 0.3) }, (_, index) => (index * 0.3) / length)
    .filter((part) => part * length > 0.8)
    .map((part) =>
      boxAround({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }, 0.12),
    );
}
