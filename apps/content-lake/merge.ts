/** The name of a field, or the `_key` of a list item. */
type Step = string | { _key: string };
export type Path = Step[];

/** A place that both sides changed differently. A missing value is undefined. */
export interface Conflict {
  /** The list's own path if both sides reordered its items. */
  path: Path;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

interface Merge<T = unknown> {
  value: T;
  /** The base of the next merge: `theirs`, except that places with an unresolved conflict keep the old base. */
  base: T;
  conflicts: Conflict[];
}

/** Chooses whose value to use at a conflict. For a text, `both` resolves the conflict if they changed different letters. */
type Choose = (path: Path) => 'mine' | 'theirs' | 'both';
type Fields = Record<string, unknown>;

/**
 * Three-way merge of JSON values: objects by field, and lists by item if each item has a unique `_key`. All other values
 * are merged as a whole: texts, references, lists without keys, and images whose file differs.
 */
export function merge<T>(base: T, mine: T, theirs: T, choose?: Choose): Merge<T>;
export function merge(base: unknown, mine: unknown, theirs: unknown, choose: Choose = () => 'mine'): Merge {
  return mergeAt([], { base, mine, theirs }, choose);
}

type Sides<T = unknown> = { base: T; mine: T; theirs: T };

function mergeAt(path: Path, sides: Sides, choose: Choose): Merge {
  const { base, mine, theirs } = sides;
  if (isSame(mine, theirs) || isSame(theirs, base)) return { value: mine, base: theirs, conflicts: [] };
  if (isSame(mine, base)) return { value: theirs, base: theirs, conflicts: [] };
  const lists = { base: itemsByKey(base ?? []), mine: itemsByKey(mine), theirs: itemsByKey(theirs) };
  if (lists.base && lists.mine && lists.theirs)
    return mergeLists(path, sides, { base: lists.base, mine: lists.mine, theirs: lists.theirs }, choose);
  if (isObject(mine) && isObject(theirs) && isSameEntity(mine, theirs))
    return mergeFields(path, { base: isObject(base) ? base : {}, mine, theirs }, choose);
  const choice = choose(path);
  const both = choice === 'both' ? combineTexts(base ?? '', theirs, mine) : undefined;
  if (both !== undefined) return { value: both, base: theirs, conflicts: [] };
  return { value: choice === 'theirs' ? theirs : mine, base, conflicts: [{ path, base, mine, theirs }] };
}

/** Applies two changes of one text. Returns undefined if they change the same letters, or a value is not a text. */
function combineTexts(base: unknown, one: unknown, other: unknown): string | undefined {
  if (typeof base !== 'string' || typeof one !== 'string' || typeof other !== 'string') return undefined;
  const [first, second] = [changedRange(base, one), changedRange(base, other)];
  const isReversed = second.to <= first.from && first.to > second.from;
  const [left, right] = isReversed ? [second, first] : [first, second];
  if (left.to > right.from) return undefined;
  return (
    base.slice(0, left.from) + left.text + base.slice(left.to, right.from) + right.text + base.slice(right.to)
  );
}

/** Returns the range of `before` that differs, and its new text. */
function changedRange(before: string, after: string) {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, text: after.slice(from, after.length - same) };
}

function mergeFields(path: Path, { base, mine, theirs }: Sides<Fields>, choose: Choose): Merge {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)]);
  const merged = [...names].map((name) => {
    const sides = { base: field(base, name), mine: field(mine, name), theirs: field(theirs, name) };
    return { name, ...mergeAt([...path, name], sides, choose) };
  });
  const listFields = (side: 'value' | 'base') =>
    Object.fromEntries(merged.filter((one) => one[side] !== undefined).map((one) => [one.name, one[side]]));
  return {
    value: listFields('value'),
    base: listFields('base'),
    conflicts: merged.flatMap(({ conflicts }) => conflicts),
  };
}

function mergeLists(path: Path, whole: Sides, lists: Sides<Map<string, unknown>>, choose: Choose): Merge {
  const { base, mine, theirs } = lists;
  const keys = mergedOrder([...theirs.keys(), ...base.keys()], [...mine.keys()]);
  const items = new Map(
    keys.map((_key) => {
      const sides = { base: base.get(_key), mine: mine.get(_key), theirs: theirs.get(_key) };
      return [_key, mergeAt([...path, { _key }], sides, choose)];
    }),
  );
  const sharedOrder = (list: Map<string, unknown>) =>
    [...list.keys()].filter((key) => base.has(key) && mine.has(key) && theirs.has(key)).join();
  const [was, my, their] = [sharedOrder(base), sharedOrder(mine), sharedOrder(theirs)];
  const isOrderConflict = my !== was && their !== was && my !== their;
  const isMine = isOrderConflict ? choose(path) !== 'theirs' : my !== was;
  const [lead, follow] = isMine ? [mine, theirs] : [theirs, mine];
  const itemsIn = (side: 'value' | 'base', order: string[]) =>
    order.map((key) => items.get(key)?.[side]).filter((item) => item !== undefined);
  const [first, second] = isOrderConflict ? [base, theirs] : [theirs, base];
  return {
    value: itemsIn('value', mergedOrder([...lead.keys()], [...follow.keys()])),
    base: itemsIn('base', mergedOrder([...first.keys()], [...second.keys()])),
    conflicts: [
      ...(isOrderConflict ? [{ path, ...whole }] : []),
      ...[...items.values()].flatMap(({ conflicts }) => conflicts),
    ],
  };
}

/** Returns all keys in the order of `lead`. A key that only `follow` has comes after its predecessor in `follow`. */
function mergedOrder(lead: string[], follow: string[]): string[] {
  const known = new Set(lead);
  const behind = new Map<string | undefined, string[]>();
  let previous: string | undefined;
  for (const key of follow) {
    if (known.has(key)) previous = key;
    else {
      const others = behind.get(previous) ?? [];
      others.push(key);
      behind.set(previous, others);
    }
  }
  return [undefined, ...known].flatMap((key) => [
    ...(key === undefined ? [] : [key]),
    ...(behind.get(key) ?? []),
  ]);
}

/** Returns a list's items by key, or undefined if the value is not a list or its keys are missing or not unique. */
export function itemsByKey(value: unknown): Map<string, unknown> | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = new Map<string, unknown>();
  for (const item of value) {
    const key = isObject(item) ? field(item, '_key') : undefined;
    if (typeof key !== 'string' || items.has(key)) return undefined;
    items.set(key, item);
  }
  return items;
}

/** Returns whether two objects can be merged by field. An image's crop and texts belong to its file. */
function isSameEntity(mine: Fields, theirs: Fields): boolean {
  if (field(mine, '_type') !== field(theirs, '_type') || '_ref' in mine || '_ref' in theirs) return false;
  const [asset, other] = [field(mine, 'asset'), field(theirs, 'asset')];
  return !isReference(asset) || !isReference(other) || isSame(asset, other);
}

/** Compares two values deeply. The order of fields does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  // Publishing makes weak references strong.
  if (isReference(one) && isReference(other)) return one._ref === other._ref && one._key === other._key;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}

const field = (fields: Fields, name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isReference = (value: unknown): value is Fields => isObject(value) && Object.hasOwn(value, '_ref');
