import { z } from 'zod';

const list = z.array(z.looseObject({ _key: z.string() }));
const fields = z.record(z.string(), z.unknown());

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Three-way merge, field by field and item by item; conflicts go to `ours`. */
export function merged(base: unknown, theirs: unknown, ours: unknown): unknown {
  if (same(theirs, base) || same(theirs, ours)) return ours;
  if (same(ours, base)) return theirs;
  const lists = [base ?? [], theirs, ours].map((value) => list.safeParse(value).data);
  if (lists.every((value) => value !== undefined)) {
    const [was, is, mine] = lists.map((items) => new Map(items.map((item) => [item._key, item])));
    const kept = [...(mine ?? [])].flatMap(([key, item]) => {
      const isTaken = was?.has(key) && !is?.has(key) && same(was.get(key), item);
      return isTaken ? [] : [merged(was?.get(key), is?.get(key), item)];
    });
    return [...(is ?? [])].reduce(
      (items, [key, item], index) =>
        was?.has(key) || mine?.has(key) ? items : items.toSpliced(index, 0, item),
      kept,
    );
  }
  const [was, is, mine] = [base ?? {}, theirs, ours].map((value) => fields.safeParse(value).data);
  if (!was || !is || !mine) return ours;
  const names = Object.keys({ ...was, ...is, ...mine });
  const all = names.map((name) => [name, merged(was[name], is[name], mine[name])]);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}
