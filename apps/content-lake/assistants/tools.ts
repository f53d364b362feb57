import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { mayUse } from '../access/permissions.ts';
import type { SignedIn } from '../access/principal.ts';
import { httpError } from '../errors.ts';
import { check } from '../json.ts';
import type { Accounts, Lake } from '../lake.ts';
import { addArrayKeys } from '../mutations/apply.ts';
import { patchOperations } from '../mutations/schema.ts';
import { searchParameters } from '../read/search.ts';
import type { Dataset } from '../store/dataset.ts';
import { draftId, publishedId } from '../store/document.ts';
import { kilobyte } from '../units.ts';

/** Bytes of a result. Assistants read all of it, so a larger result needs a narrower query. */
const maxResult = 256 * kilobyte;

/** An assistant's request. `me` is the assistant, `person` the person it works for. */
export type Call = {
  lake: Lake & { accounts: Accounts };
  dataset: Dataset;
  me: SignedIn;
  person: SignedIn;
  signal: AbortSignal;
};
type Tool = {
  description: string;
  isReadOnly: boolean;
  parameters: z.ZodType;
  /** Returns the result as JSON. Throws a LakeError that tells the assistant what to correct. */
  run(call: Call, given: unknown): Promise<string>;
};

function tool<T>(
  isReadOnly: boolean,
  description: string,
  parameters: z.ZodType<T>,
  run: (call: Call, parameters: T) => Promise<string>,
): Tool {
  const checked = (given: unknown) => check(parameters, given, 'Invalid arguments');
  return { isReadOnly, description, parameters, run: async (call, given) => run(call, checked(given)) };
}

const id = z
  .string()
  .regex(
    /^(drafts\.)?[A-Za-z0-9_][A-Za-z0-9_-]{0,120}$/,
    'must be the id of a document, not of a release or system',
  )
  .transform(publishedId);
const { set, unset, insert, ifRevisionID } = patchOperations.shape;

export const tools = new Map<string, Tool>([
  [
    'read',
    tool(
      true,
      'Reads content: one document by `id`, or the result of a GROQ `query`. Limit queries with a slice such as [0...20].',
      z.strictObject({
        id: z.string().max(140).optional(),
        query: z.string().min(1).max(10_000).optional(),
        params: z.record(z.string(), z.unknown()).default({}),
        perspective: z
          .enum(['drafts', 'published', 'raw'])
          .default('drafts')
          .describe(
            'drafts: each draft instead of its published document. raw: both, drafts with ids drafts.*',
          ),
      }),
      read,
    ),
  ],
  [
    'search',
    tool(
      true,
      'Finds documents whose text mentions something. Each place has the path that `draft` takes.',
      searchParameters,
      async ({ lake, dataset, me, signal }, parameters) => {
        const search = { ...parameters, principal: me };
        return (await lake.reads.read(dataset, me.id, 'application/json', { search }, signal)).text();
      },
    ),
  ],
  [
    'draft',
    tool(
      false,
      'Changes or creates the draft of a document. Visitors see nothing of it until a person publishes it. A new document needs `type`. Paths look like title or sections[_key=="a1"].heading; insert {"after": "sections[-1]", "items": […]} appends. Read a similar document first for the names of its fields.',
      z.strictObject({
        id: id.optional(),
        type: z.string().max(100).optional(),
        set,
        unset,
        insert,
        ifRevisionID,
      }),
      writeDraft,
    ),
  ],
  [
    'ask_for_review',
    tool(
      false,
      'Asks a person to check a document: by default the person you work for.',
      z.strictObject({
        id,
        text: z.string().trim().min(1).max(2000),
        person: z.string().max(100).optional().describe('Name as in the Studio.'),
        field: z.string().max(1000).optional().describe('Path of the field that the note is about.'),
      }),
      askForReview,
    ),
  ],
]);

async function read(
  { lake, dataset, me, signal }: Call,
  given: {
    id?: string;
    query?: string;
    params: Record<string, unknown>;
    perspective: 'drafts' | 'published' | 'raw';
  },
): Promise<string> {
  if ((given.id === undefined) === (given.query === undefined))
    throw httpError(400, 'Send either `id` or `query`');
  const perspective = given.perspective === 'raw' ? 'raw' : [...new Set([given.perspective, 'published'])];
  const input =
    given.query === undefined
      ? {
          query: '*[_id == $id][0]',
          params: { id: perspective === 'raw' ? given.id : publishedId(given.id ?? '') },
        }
      : { query: given.query, params: given.params };
  const { json } = await lake.queries.run(dataset, me, { input, perspective }, signal);
  if (json.length > maxResult)
    throw httpError(
      413,
      `The result has ${json.length} bytes, more than ${maxResult}. Ask for fewer fields or documents.`,
    );
  return new TextDecoder().decode(json);
}

async function writeDraft(
  { lake, dataset, me }: Call,
  { id: given, type, ...patch }: { id?: string; type?: string } & Record<string, unknown>,
): Promise<string> {
  const publishedId = given ?? randomUUID();
  const _id = draftId(publishedId);
  const isKnown = [_id, publishedId].some((one) => dataset.get(one));
  if (!isKnown && !type)
    throw httpError(404, `There is no document "${publishedId}". Send \`type\` to create it.`);
  const create = {
    actionType: 'sanity.action.document.create',
    publishedId,
    attributes: { _id, _type: type },
  };
  const edit = {
    actionType: 'sanity.action.document.edit',
    draftId: _id,
    publishedId,
    patch: addArrayKeys(patch),
  };
  const body = Buffer.from(JSON.stringify({ actions: isKnown ? [edit] : [create, edit] }));
  await lake.writer.run(dataset, { kind: 'actions', author: me, body });
  const draft = dataset.get(_id);
  if (!draft) throw httpError(409, 'Somebody published or discarded the draft at the same time');
  const advice = lake.accounts.assistants.review(draft, (one) => dataset.get(one));
  return JSON.stringify({ id: publishedId, type: draft._type, revision: draft._rev, ...advice });
}

async function askForReview(
  { lake, dataset, me, person }: Call,
  {
    id: document,
    text,
    person: name = person.name,
    field,
  }: { id: string; text: string; person?: string; field?: string },
): Promise<string> {
  const { accounts, writer, queries } = lake;
  const found = dataset.get(draftId(document)) ?? dataset.get(document);
  if (!found) throw httpError(404, `There is no document "${document}"`);
  const to = accounts.list().find((one) => accounts.find(one)?.name.toLowerCase() === name.toLowerCase());
  const reviewer = to === undefined ? undefined : accounts.find(to);
  if (!reviewer || !mayUse({ ...person, ...reviewer }, 'update', found))
    throw httpError(400, `Nobody named "${name}" may change this document. Name somebody else.`);
  const note = {
    kind: 'note',
    by: me.id,
    name: me.name,
    at: new Date().toISOString(),
    text,
    to,
    toName: reviewer.name,
  };
  const _id = `review.${document}`;
  const mutations = [
    { createIfNotExists: { _id, _type: 'review', document, documentType: found._type, entries: [] } },
    { patch: { id: _id, insert: { after: 'entries[-1]', items: [{ _key: randomUUID(), ...note, field }] } } },
  ];
  await writer.mutate(dataset, queries, {
    author: me,
    body: Buffer.from(JSON.stringify({ mutations })),
    dryRun: false,
    autoGenerateArrayKeys: false,
    isImport: false,
    returnDocuments: false,
    returnIds: false,
  });
  return JSON.stringify({ asked: reviewer.name });
}
