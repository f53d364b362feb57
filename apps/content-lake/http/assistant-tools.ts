import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { mayUse } from '../access/permissions.ts';
import type { SignedIn } from '../access/principal.ts';
import { httpError } from '../errors.ts';
import { check } from '../json.ts';
import type { Accounts, Lake } from '../lake.ts';
import { isSame } from '../merge.ts';
import { addArrayKeys, copyOf } from '../mutations/apply.ts';
import { patchOperations } from '../mutations/schema.ts';
import { searchParameters } from '../read/search.ts';
import { draftId, publishedId } from '../store/document.ts';
import { kilobyte } from '../units.ts';

/** Bytes. Assistants read the whole result, so a larger one needs a narrower query. */
const maxResult = 256 * kilobyte;

const id = z
  .string()
  .regex(/^(drafts\.)?[A-Za-z0-9_][A-Za-z0-9_-]{0,120}$/, 'must be the id of a document or its draft')
  .transform(publishedId);
const { set, unset, insert, ifRevisionID } = patchOperations.shape;

const parameters = {
  read: z
    .strictObject({
      query: z.string().min(1).max(10_000),
      params: z.record(z.string(), z.unknown()).default({}),
    })
    .describe(
      'Runs a GROQ query. Drafts replace their published documents, and have an _originalId that begins with "drafts.". Limit lists: *[_type == "page"][0...20]{_id, title}',
    ),
  search: searchParameters.describe('Finds the documents that contain a text, with the paths of the fields.'),
  draft: z
    .strictObject({
      id: id.optional(),
      type: z.string().max(100).optional(),
      set,
      unset,
      insert,
      ifRevisionID,
    })
    .describe(
      'Changes the draft of a document, or creates a document if you send `type`. Visitors see it only after a person has published it. A path looks like sections[_key=="a1"].heading. To append, insert {"after": "sections[-1]", "items": […]}. Read a similar document first for the names of its fields.',
    ),
  ask_for_review: z
    .strictObject({
      id,
      text: z.string().trim().min(1).max(2000),
      person: z.string().max(100).optional().describe('Name as in the Studio. Default: your person.'),
      field: z.string().max(1000).optional().describe('Path of the field that the note is about.'),
    })
    .describe('Asks a person to check a document.'),
};

export const toolList = Object.entries(parameters).map(([name, schema]) => {
  return { name, description: schema.description, inputSchema: z.toJSONSchema(schema, { io: 'input' }) };
});

/** An assistant's request. `me` is the assistant, `person` the person it works for. */
export type Call = { lake: Lake; accounts: Accounts; me: SignedIn; person: SignedIn; signal: AbortSignal };

/** Returns a tool's result as JSON, or undefined for an unknown tool. Throws a LakeError that says what to correct. */
export async function callTool(call: Call, name: unknown, given: unknown): Promise<string | undefined> {
  const checked = <T>(schema: z.ZodType<T>) => check(schema, given, 'Invalid arguments');
  if (name === 'read') return read(call, checked(parameters.read));
  if (name === 'search') return search(call, checked(parameters.search));
  if (name === 'draft') return writeDraft(call, checked(parameters.draft));
  return name === 'ask_for_review' ? askForReview(call, checked(parameters.ask_for_review)) : undefined;
}

const datasetOf = ({ lake: { config, datasets } }: Call) => datasets.get(config.dataset);

async function read(call: Call, input: z.infer<typeof parameters.read>): Promise<string> {
  const query = { input, perspective: ['drafts', 'published'] };
  const { json } = await call.lake.queries.run(datasetOf(call), call.me, query, call.signal);
  if (json.length <= maxResult) return new TextDecoder().decode(json);
  throw httpError(413, `The result is larger than ${maxResult} bytes. Ask for fewer documents or fields.`);
}

async function search(call: Call, given: z.infer<typeof searchParameters>): Promise<string> {
  const request = { search: { ...given, principal: call.me } };
  const type = 'application/json';
  return (await call.lake.reads.read(datasetOf(call), call.me.id, type, request, call.signal)).text();
}

async function writeDraft(
  call: Call,
  { id: given, type, ...operations }: z.infer<typeof parameters.draft>,
): Promise<string> {
  const publishedId: string = given ?? randomUUID();
  const dataset = datasetOf(call);
  const _id = draftId(publishedId);
  const before = dataset.get(_id) ?? dataset.get(publishedId);
  if (!before && !type)
    throw httpError(404, `There is no document "${publishedId}". Its creation needs a type.`);
  const attributes = { _id, _type: type };
  const create = { actionType: 'sanity.action.document.create', publishedId, attributes };
  const patch = addArrayKeys(operations);
  const edit = { actionType: 'sanity.action.document.edit', draftId: _id, publishedId, patch };
  const body = Buffer.from(JSON.stringify({ actions: before ? [edit] : [create, edit] }));
  await call.lake.writer.run(dataset, { kind: 'actions', author: call.me, body });
  const draft = dataset.get(_id);
  if (!draft) throw httpError(409, 'Somebody published or discarded the draft at the same time.');
  if (before && isSame(copyOf(before, _id), copyOf(draft, _id)))
    throw httpError(
      400,
      'Nothing changed: no path exists in the document, or the values are the same. Read it for its fields and _key values.',
    );
  const advice = call.accounts.assistants.review(draft, (one) => dataset.get(one));
  return JSON.stringify({ id: publishedId, revision: draft._rev, ...advice });
}

async function askForReview(
  call: Call,
  { id: document, person = call.person.name, text, field }: z.infer<typeof parameters.ask_for_review>,
): Promise<string> {
  const { lake, accounts, me } = call;
  const dataset = datasetOf(call);
  const found = dataset.get(draftId(document)) ?? dataset.get(document);
  if (!found) throw httpError(404, `There is no document "${document}".`);
  const isMeant = (one: string) => accounts.find(one)?.name.toLowerCase() === person.toLowerCase();
  const to = accounts.list().find(isMeant);
  const reviewer = to === undefined ? undefined : accounts.find(to);
  if (!reviewer || !mayUse({ ...call.person, ...reviewer }, 'update', found))
    throw httpError(400, `Nobody named "${person}" may change this document. Name somebody else.`);
  const { id: by, name } = me;
  const at = new Date().toISOString();
  const note = { _key: randomUUID(), kind: 'note', by, name, at, text, field, to, toName: reviewer.name };
  const _id = `review.${document}`;
  const review = { _id, _type: 'review', document, documentType: found._type, entries: [] };
  const insert = { after: 'entries[-1]', items: [note] };
  const mutations = [{ createIfNotExists: review }, { patch: { id: _id, insert } }];
  const body = Buffer.from(JSON.stringify({ mutations }));
  const plain = { dryRun: false, autoGenerateArrayKeys: false, isImport: false };
  const silent = { returnDocuments: false, returnIds: false };
  await lake.writer.run(dataset, { kind: 'mutate', author: me, body, ...plain, ...silent });
  return JSON.stringify({ asked: reviewer.name });
}
