import { z } from 'zod';

const json = z.record(z.string(), z.unknown());

/** A path into a document. Refuses long ranges, as the mutator expands them number by number. */
const path = z
  .string()
  .max(1000, 'a path has at most 1,000 characters')
  .refine(
    (text) => !/:\s*-?\d{6}|\d{6}\s*:/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '')),
    'a range is too long: omit its end, as in [0:]',
  )
  .refine((text) => !text.includes('__proto__'), 'a field cannot be named "__proto__"');
const attributes = z.record(path, z.unknown()).optional();

const documentToWrite = z.looseObject({ _id: z.string().optional(), _type: z.string().min(1) });
export type DocumentToWrite = z.infer<typeof documentToWrite>;

/** Limits the number of hunks, as applying each of them searches the whole text. */
const difference = z
  .string()
  .refine(
    (text) => text.split('\n@@ ', 1001).length <= 1000,
    'has more than 1,000 hunks. Set the text instead.',
  );

const insert = z
  .union([
    z.strictObject({ before: path, items: z.array(z.unknown()) }),
    z.strictObject({ after: path, items: z.array(z.unknown()) }),
    z.strictObject({ replace: path, items: z.array(z.unknown()) }),
  ])
  .optional();

const operations = {
  setIfMissing: attributes,
  set: attributes,
  unset: z.array(path).optional(),
  inc: z.record(path, z.number()).optional(),
  dec: z.record(path, z.number()).optional(),
  insert,
  diffMatchPatch: z.record(path, difference).optional(),
  merge: z.undefined({ error: 'merge is not supported; use set' }).optional(),
  ifRevisionID: z.string().optional(),
};

export const patchOperations = z.strictObject(operations);
/** The operations of a patch, without the id or query that selects documents. */
export const bareOperations = z.object(operations);
export type PatchOperations = z.infer<typeof patchOperations>;

export const purge = z.literal(false, { error: 'purging the history is not supported' }).optional();

const ids = z
  .union([z.string(), z.array(z.string()).min(1)])
  .refine((id) => typeof id === 'string' || new Set(id).size === id.length, 'repeats a document');
const query = { query: z.string(), params: json.optional() };

export type Selection =
  | { id: string | string[] }
  | { query: string; params?: Record<string, unknown> | undefined };

const mutation = z.union([
  z.strictObject({ create: documentToWrite }),
  z.strictObject({ createOrReplace: documentToWrite }),
  z.strictObject({ createIfNotExists: documentToWrite }),
  z.strictObject({
    patch: z.union([z.strictObject({ id: ids, ...operations }), z.strictObject({ ...query, ...operations })]),
  }),
  z.strictObject({
    delete: z.union([z.strictObject({ id: ids, purge }), z.strictObject({ ...query, purge })]),
  }),
]);
export type Mutation = z.infer<typeof mutation>;

/** A transaction's id. Clients may choose it, as in Sanity. It is safe in URLs and logs. */
export const transactionId = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/);

export const mutateBody = z.strictObject({
  mutations: z.array(mutation).max(10_000),
  transactionId: transactionId.optional(),
});
