import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { mayUse } from '../access/permissions.ts';
import type { SignedIn } from '../access/principal.ts';
import { applyActions, mutate } from '../commands.ts';
import { httpError, LakeError } from '../errors.ts';
import type { Accounts, Lake } from '../lake.ts';
import { isSame } from '../merge.ts';
import { addArrayKeys, copyDocument } from '../mutations/apply.ts';
import { patchOperations } from '../mutations/schema.ts';
import { readBody } from '../read/body.ts';
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

/** An assistant's request. `me` is the assistant, `person` the person it works for. */
export type Call = { lake: Lake; accounts: Accounts; me: SignedIn; person: SignedIn; signal: AbortSignal };

/** Adds the tools for a request. The assistant reads the message of a LakeError, and can correct its mistake. */
export function addTools(server: McpServer, call: Call) {
  const add = <T>(name: string, inputSchema: z.ZodType<T>, run: (call: Call, input: T) => Promise<string>) =>
    server.registerTool(name, { description: inputSchema.description, inputSchema }, async (input) => {
      try {
        return { content: [{ type: 'text', text: await run(call, input) }] };
      } catch (error) {
        if (error instanceof LakeError) throw error;
        console.error('An assistant’s request failed:', error);
        throw new Error('The content lake failed. See its log for the reason.');
      }
    });
  add('read', parameters.read, read);
  add('search', parameters.search, search);
  add('draft', parameters.draft, writeDraft);
  add('ask_for_review', parameters.ask_for_review, askForReview);
}

const findDataset = ({ lake: { config, datasets } }: Call) => datasets.get(config.dataset);

async function read(call: Call, input: z.infer<typeof parameters.read>): Promise<string> {
  const query = { ...input, perspective: ['drafts', 'published'] };
  const { json } = await call.lake.queries.run(findDataset(call), call.me, query, call.signal);
  if (json.length <= maxResult) return new TextDecoder().decode(json);
  throw httpError(413, `The result is larger than ${maxResult} bytes. Ask for fewer documents or fields.`);
}

async function search(call: Call, given: z.infer<typeof searchParameters>): Promise<string> {
  const body = await readBody(findDataset(call), { search: { ...given, principal: call.me } });
  return new Response(body).text();
}

async function writeDraft(
  call: Call,
  { id: given, type, ...operations }: z.infer<typeof parameters.draft>,
): Promise<string> {
  const publishedId: string = given ?? randomUUID();
  const dataset = findDataset(call);
  const _id = draftId(publishedId);
  const before = dataset.get(_id) ?? dataset.get(publishedId);
  if (!before && !type)
    throw httpError(404, `There is no document "${publishedId}". Its creation needs a type.`);
  const attributes = { _id, _type: type };
  const create = { actionType: 'sanity.action.document.create', publishedId, attributes };
  const patch = addArrayKeys(operations);
  const edit = { actionType: 'sanity.action.document.edit', draftId: _id, publishedId, patch };
  const body = Buffer.from(JSON.stringify({ actions: before ? [edit] : [create, edit] }));
  applyActions(dataset, { author: call.me, roles: call.lake.currentRoles, body });
  const draft = dataset.get(_id);
  if (!draft) throw httpError(409, 'Somebody published or discarded the draft at the same time.');
  if (before && isSame(copyDocument(before, _id), copyDocument(draft, _id)))
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
  const dataset = findDataset(call);
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
  await mutate(lake.queries, dataset, { author: me, roles: lake.currentRoles, body, ...plain, ...silent });
  return JSON.stringify({ asked: reviewer.name });
}
