import { z } from 'zod';

const json = z.record(z.string(), z.unknown());
const attributes = json.optional();

const documentToWrite = z.looseObject({ _id: z.string().optional(), _type: z.string().min(1) });
export type DocumentToWrite = z.infer<typeof documentToWrite>;

const insert = z
  .union([
    z.strictObject({ before: z.string(), items: z.array(z.unknown()) }),
    z.strictObject({ after: z.string(), items: z.array(z.unknown()) }),
    z.strictObject({ replace: z.string(), items: z.array(z.unknown()) }),
  ])
  .optional();

/** What a patch does, in the order in which Sanity applies it. */
export const patchOperations = z.object({
  setIfMissing: attributes,
  set: attributes,
  unset: z.array(z.string()).optional(),
  inc: z.record(z.string(), z.number()).optional(),
  dec: z.record(z.string(), z.number()).optional(),
  insert,
  diffMatchPatch: z.record(z.string(), z.string()).optional(),
  merge: z.undefined({ error: 'merge is not supported; use set' }).optional(),
  ifRevisionID: z.string().optional(),
});
export type PatchOperations = z.infer<typeof patchOperations>;

const byIds = z.object({ id: z.union([z.string(), z.array(z.string()).min(1)]) });
const byQuery = z.object({ query: z.string(), params: json.optional() });
const selection = z.union([byIds, byQuery]);
export type Selection = z.infer<typeof selection>;

const mutation = z.union([
  z.strictObject({ create: documentToWrite }),
  z.strictObject({ createOrReplace: documentToWrite }),
  z.strictObject({ createIfNotExists: documentToWrite }),
  z.strictObject({ patch: z.intersection(selection, patchOperations) }),
  z.strictObject({ delete: selection }),
]);
export type Mutation = z.infer<typeof mutation>;

/** Transaction ids that clients choose: what Sanity accepts, and safe in addresses and logs. */
export const transactionId = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/);

export const mutateBody = z.object({
  mutations: z.array(mutation).max(10_000),
  transactionId: transactionId.optional(),
});
