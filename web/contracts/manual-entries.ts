import { type EntryKind, type entryKinds, kindsWhere, meaningOf, type Way } from './entry-kinds.ts';

// The ways in which staff record entries by hand, from `recordedAs` of the kinds.

/** A way in which a manual entry is recorded; `moved` is made by moving money of a payment. */
export type VoucherKind = {
  [Kind in EntryKind]: (typeof entryKinds)[Kind] extends { recordedAs: infer Ways } ? keyof Ways : never;
}[EntryKind];

const recorded = kindsWhere(() => true).flatMap((kind) =>
  Object.entries(meaningOf(kind).recordedAs ?? {}).map(([name, way]) => ({ kind, name, way })),
);
const names: readonly string[] = recorded.map(({ name }) => name);
const isVoucherKind = (name: string): name is VoucherKind => names.includes(name);

/** The ways that staff choose from. */
export const voucherKinds = names.filter(isVoucherKind).filter((name) => name !== 'moved');

/** What a way of recording makes, and asks for. */
function recordedBy(name: VoucherKind) {
  const found = recorded.find((one) => one.name === name);
  if (!found) throw new Error(`no entry is recorded as ${name}`);
  return { ...found, meaning: meaningOf(found.kind) };
}

/** The kind of entry that a way of recording makes. */
export const entryKindOf = (name: VoucherKind): EntryKind => recordedBy(name).kind;

export const referenceFor = (name: VoucherKind): Way => recordedBy(name).way;

/** Whether a second person has to approve a manual entry. */
export const needsApproval = (name: VoucherKind): boolean => recordedBy(name).meaning.needsApproval === true;

/** Whether money comes in. Otherwise less is due, so that it is never more than is still open of the bill. */
export const bringsMoney = (name: VoucherKind): boolean => recordedBy(name).meaning.total?.[0] === 'received';
