import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { typedError } from '../errors.ts';
import { json } from '../json.ts';
import { readProperty } from '../property.ts';
import type { SanityDocument } from '../store/document.ts';
import { checkId } from '../store/limits.ts';
import { atIndex, mutationError } from '../store/mutation-error.ts';
import type { Staging } from '../store/staging.ts';
import type { CommittedTransaction } from '../store/transaction.ts';
import { applyPatch, immutable } from './patch.ts';
import {
  bareOperations,
  type DocumentToWrite,
  type Mutation,
  type PatchOperations,
  type Selection,
} from './schema.ts';

type MutationResult = { id: string; operation: 'create' | 'update' | 'delete' | 'none' };

type SelectionQuery = Extract<Selection, { query: string }>;

export function listSelections(mutations: Mutation[]): SelectionQuery[] {
  return mutations.flatMap((mutation) => {
    const selection = findSelection(mutation);
    return selection && 'query' in selection ? selection : [];
  });
}

/** Stages mutations. `selected` has the ids that each query found, in order. */
export function applyMutations(staging: Staging, mutations: Mutation[], selected: string[][]) {
  const results = selected.values();
  return mutations.flatMap((mutation, index) => {
    const selection = findSelection(mutation) ?? { id: [] };
    const ids = 'id' in selection ? [selection.id].flat() : (results.next().value ?? []);
    return atIndex(index, () => applyMutation(staging, mutation, ids));
  });
}

export function buildResults({ changes }: CommittedTransaction): MutationResult[] {
  return changes.map(({ id, before, after }) => ({
    id,
    operation: !after ? 'delete' : before ? 'update' : 'create',
  }));
}

const documentIds = json.pipe(
  z
    .union([z.array(z.unknown()), z.unknown().transform((one) => [one])])
    .pipe(z.array(z.union([z.string(), z.object({ _id: z.string() }).transform(({ _id }) => _id)]))),
);

/** Returns the ids in the JSON result of a mutation's query. Throws 400 if the result is not documents. */
export function idsFromResult(result: string): string[] {
  const ids = documentIds.safeParse(result);
  if (!ids.success) throw typedError(400, 'mutationError', 'The query of a mutation must return documents');
  return [...new Set(ids.data)];
}

/** Stages one mutation. `ids` are the documents that a patch or deletion selects. */
function applyMutation(staging: Staging, mutation: Mutation, ids: string[]): MutationResult[] {
  if ('create' in mutation) return [writeDocument(staging, 'create', mutation.create)];
  if ('createIfNotExists' in mutation)
    return [writeDocument(staging, 'createIfNotExists', mutation.createIfNotExists)];
  if ('createOrReplace' in mutation)
    return [writeDocument(staging, 'createOrReplace', mutation.createOrReplace)];
  if ('delete' in mutation) return ids.flatMap((id) => deleteDocument(staging, id));
  const operations = bareOperations.parse(mutation.patch);
  return ids.map((id) => patchDocument(staging, id, operations));
}

function findSelection(mutation: Mutation): Selection | undefined {
  if ('patch' in mutation) return mutation.patch;
  return 'delete' in mutation ? mutation.delete : undefined;
}

/** Stages a whole document. If it exists, `create` throws 409 and `createIfNotExists` leaves it unchanged. */
export function writeDocument(
  staging: Staging,
  how: 'create' | 'createIfNotExists' | 'createOrReplace',
  given: DocumentToWrite,
): MutationResult {
  const id = idFor(given);
  const before = staging.get(id);
  if (before && how === 'create')
    throw mutationError(409, 'documentAlreadyExistsError', id, `Document by ID "${id}" already exists`);
  if (before && how === 'createIfNotExists') return { id, operation: 'none' };
  if (before && before._type !== given._type) throw immutable(id, '_type');
  if (before) staging.requireMayChange(before);
  const document = complete(staging, id, given);
  staging.set(id, document, { [how]: document });
  return { id, operation: before ? 'update' : 'create' };
}

/** Stages a patch. Throws 404 for a missing document, and the errors of `applyPatch`. */
export function patchDocument(staging: Staging, id: string, patch: PatchOperations): MutationResult {
  const before = existing(staging, id);
  staging.requireMayChange(before);
  staging.set(id, applyPatch(before, patch), { patch: { id, ...patch } });
  return { id, operation: 'update' };
}

/** Stages a deletion. Ignores a missing document. */
export function deleteDocument(staging: Staging, id: string): MutationResult[] {
  const before = staging.get(id);
  if (!before) return [];
  staging.requireMayChange(before);
  staging.set(id, null, { delete: { id } });
  return [{ id, operation: 'delete' }];
}

/** Returns the document's id. Generates the id if it is missing, and completes an id that ends in a dot. */
function idFor(document: DocumentToWrite): string {
  const given = document._id ?? '';
  const id = given === '' || given.endsWith('.') ? given + randomUUID() : given;
  checkId(id);
  return id;
}

function complete(staging: Staging, id: string, given: DocumentToWrite): SanityDocument {
  const { _createdAt, _updatedAt, _rev, ...fields } = given;
  return {
    ...fields,
    _id: id,
    // Imported documents keep their dates, unless a date is invalid.
    _createdAt: isTimestamp(_createdAt) ? _createdAt : staging.timestamp,
    _updatedAt: staging.keepTimestamps && isTimestamp(_updatedAt) ? _updatedAt : staging.timestamp,
    _rev: staging.transactionId,
  };
}

function isTimestamp(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value));
}

export function existing(staging: Staging, id: string): SanityDocument {
  const document = staging.get(id);
  if (!document)
    throw mutationError(404, 'documentNotFoundError', id, `The document with the ID "${id}" was not found`);
  return document;
}

/** Copies a document to another id, with its creation date but without its revision. */
export function copyDocument(
  document: SanityDocument,
  id: string,
): Omit<SanityDocument, '_rev' | '_updatedAt'> & { _id: string; _type: string } {
  const { _rev, _updatedAt, ...fields } = document;
  return { ...fields, _id: id, _type: document._type };
}

/** Removes `_strengthenOnPublish` from references. Makes these references strong, unless the field says `weak`. */
export function strengthenReferences<T>(value: T): T;
export function strengthenReferences(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(strengthenReferences);
  const entries = Object.entries(value).map(([key, child]) => [key, strengthenReferences(child)] as const);
  if (!('_strengthenOnPublish' in value)) return Object.fromEntries(entries);
  const staysWeak = readProperty(value._strengthenOnPublish, 'weak') === true;
  return Object.fromEntries(
    entries.filter(([key]) => key !== '_strengthenOnPublish' && (staysWeak || key !== '_weak')),
  );
}

/** Adds missing `_key`s to objects in arrays (`autoGenerateArrayKeys`). */
export function addArrayKeys<T>(value: T): T;
export function addArrayKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => addKey(addArrayKeys(item)));
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, addArrayKeys(child)]));
}

function addKey(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item) || '_key' in item) return item;
  return { _key: randomBytes(6).toString('hex'), ...item };
}
