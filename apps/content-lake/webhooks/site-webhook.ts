import { type ExprNode, evaluateSync, parse } from 'groq-js';
import { z } from 'zod';
import type { DocumentChange } from '../store/transaction.ts';

/** What lists, links and breadcrumbs show of a document, and whether a page is the one that lists all cities. */
const shownElsewhere = `"label": [coalesce(title, name), state, location.lat, location.lng],
    "listsCities": count(sections[_type == "cityLinks" && mode == "all"]) > 0`;

/**
 * The webhook that tells the site what was published. Filter and projection are the very texts to paste into a webhook of
 * hosted Sanity (trigger on create, update and delete; drafts and versions off), so both send the same.
 */
export const siteWebhook = {
  id: 'site',
  filter: `!(_id in path("drafts.**")) && !(_id in path("versions.**")) && !(_id in path("_.**"))
    && !(string::startsWith(_type, "sanity.")) && !(string::startsWith(_type, "system."))`,
  projection: `{
    _id,
    _type,
    "slug": slug.current,
    ${shownElsewhere},
    "before": before(){"slug": slug.current, ${shownElsewhere}},
    "operation": delta::operation()
  }`,
} as const;

export type Operation = 'create' | 'update' | 'delete';

const filter: ExprNode = parse(siteWebhook.filter, { mode: 'delta' });
const projection: ExprNode = parse(siteWebhook.projection, { mode: 'delta' });

/** What is sent for one changed document: JSON, and what was done. */
export type Payload = { body: string; operation: Operation };

/** The body to send for one changed document, or undefined when the webhook does not match it. */
export function payloadOf({ before, after }: DocumentChange): Payload | undefined {
  const state = after ?? before;
  if (!state) return undefined;
  const input = { root: state, before, after };
  if (evaluateSync(filter, input).data !== true) return undefined;
  const operation = !before ? 'create' : after ? 'update' : 'delete';
  return { body: JSON.stringify(evaluateSync(projection, input).data), operation };
}

const bodySchema = z.looseObject({ before: z.unknown() });

/**
 * Two messages about one document as one: from the state before the first to the state after the second. Undefined for
 * a document that was deleted and made anew, which are two things.
 */
export function merged(first: Payload, second: Payload): Payload | undefined {
  if (first.operation === 'delete' || second.operation === 'create') return undefined;
  const operation = second.operation === 'update' ? first.operation : second.operation;
  const { before } = bodySchema.parse(JSON.parse(first.body));
  const body = JSON.stringify({ ...bodySchema.parse(JSON.parse(second.body)), before, operation });
  return { body, operation };
}
