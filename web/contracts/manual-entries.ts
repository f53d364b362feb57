import { type EntryKind, type entryKinds, kindsWhere, type ManualMethod, meaningOf } from './entry-kinds.ts';

// The ways in which staff record entries by hand, from `recordedAs` of the kinds.

/** A way in which a manual entry is recorded; `moved` is made by moving money of a payment. */
export type ManualEntryKind = {
  [Kind in EntryKind]: (typeof entryKinds)[Kind] extends { recordedAs: infer Ways } ? keyof Ways : never;
}[EntryKind];

const recorded = kindsWhere(() => true).flatMap((kind) =>
  Object.entries(meaningOf(kind).recordedAs ?? {}).map(([name, way]) => ({ kind, name, way })),
);
const names: readonly string[] = recorded.map(({ name }) => name);
const isManualEntryKind = (name: string): name is ManualEntryKind => names.includes(name);

/** The ways that staff choose from. */
export const manualEntryKinds = names.filter(isManualEntryKind).filter((name) => name !== 'moved');

/** What a way of recording makes, and asks for. */
function methodNamed(name: ManualEntryKind) {
  const found = recorded.find((one) => one.name === name);
  if (!found) throw new Error(`no entry is recorded as ${name}`);
  return { ...found, meaning: meaningOf(found.kind) };
}

/** The kind of entry that a way of recording makes. */
export const entryKindOf = (name: ManualEntryKind): EntryKind => methodNamed(name).kind;

export const referenceFor = (name: ManualEntryKind): ManualMethod => methodNamed(name).way;

/** Whether a second person has to approve a manual entry. */
export const needsApproval = (name: ManualEntryKind): boolean =>
  methodNamed(name).meaning.needsApproval === true;

/** Whether money comes in. Otherwise less is due, so that it is never more than is still open of the bill. */
export const bringsMoney = (name: ManualEntryKind): boolean =>
  methodNamed(name).meaning.total?.[0] === 'received';
