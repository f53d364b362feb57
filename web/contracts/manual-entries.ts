import type { BillAction } from './bill-actions.ts';
import {
  type EntryKind,
  type entryKinds,
  findMeaning,
  kindsWhere,
  type ManualMethod,
} from './entry-kinds.ts';

/** A method in an entry kind's `recordedAs`. Staff never choose `moved`, which is recorded when they move money. */
export type ManualEntryKind = {
  [Kind in EntryKind]: (typeof entryKinds)[Kind] extends { recordedAs: infer Ways } ? keyof Ways : never;
}[EntryKind];

const recorded = kindsWhere(() => true).flatMap((kind) =>
  Object.entries(findMeaning(kind).recordedAs ?? {}).map(([name, way]) => ({ kind, name, way })),
);
const names: readonly string[] = recorded.map(({ name }) => name);
const isManualEntryKind = (name: string): name is ManualEntryKind => names.includes(name);

/** The methods that staff choose from. */
export const manualEntryKinds = names.filter(isManualEntryKind).filter((name) => name !== 'moved');

function methodNamed(name: ManualEntryKind) {
  const found = recorded.find((one) => one.name === name);
  if (!found) throw new Error(`no entry is recorded as ${name}`);
  return { ...found, meaning: findMeaning(found.kind) };
}

/**
 * Returns the kind of entry that a method makes.
 * @example findEntryKind('neft') // 'received'
 */
export const findEntryKind = (name: ManualEntryKind): EntryKind => methodNamed(name).kind;

/** @example referenceFor('neft').reference // 'UTR' */
export const referenceFor = (name: ManualEntryKind): ManualMethod => methodNamed(name).way;

/**
 * Returns whether a second person must approve a manual entry.
 * @example needsApproval('write-off') // true
 */
export const needsApproval = (name: ManualEntryKind): boolean =>
  methodNamed(name).meaning.needsApproval === true;

/**
 * Returns whether the method brings money in. All other methods reduce what is due, by at most the open amount.
 * @example bringsMoney('tds') // false
 */
export const bringsMoney = (name: ManualEntryKind): boolean =>
  methodNamed(name).meaning.total?.[0] === 'received';

/**
 * Returns the action on a bill that recording with this method takes.
 * @example findRecordingAction('cash') // 'record-money'
 */
export const findRecordingAction = (name: ManualEntryKind): BillAction =>
  bringsMoney(name) ? 'record-money' : 'reduce';
