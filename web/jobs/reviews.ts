import { z } from 'zod';
import { titleExpression } from '#schemas/document-title.ts';
import type { Settings } from '#settings';
import { minute, second } from '#web/contracts/durations.ts';
import { draftClient } from '#web/content/client.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { addMessages, type NewMessage } from '#web/mail/outbox.ts';

/** Milliseconds before the last run that a run rereads. A message about a known entry is queued once. */
const overlap = 10 * minute;

const reviewsSchema = z.array(
  z.object({
    document: z.string(),
    documentType: z.string(),
    title: z.string().nullish(),
    entries: z.array(
      z.object({
        _key: z.string(),
        kind: z.string(),
        by: z.string(),
        text: z.string(),
        to: z.string().nullish(),
      }),
    ),
  }),
);

const memberSchema = z.object({ id: z.string(), roles: z.array(z.object({ name: z.string() })) });
const userSchema = z.object({ id: z.string(), displayName: z.string(), email: z.string() });

/**
 * Queues an e-mail to people who are asked to check a document, or whose document was approved, if they have an address.
 * `since` is in seconds since 1970. Hosted Sanity does not share addresses, so nothing is sent there.
 */
export async function addReviewMessages(
  { db, settings, now }: { db: Database; settings: Settings; now: () => number },
  since: number | undefined,
): Promise<void> {
  const { apiHost, projectId } = settings.sanity;
  if (!apiHost) return;
  const client = draftClient();
  const from = moment((since === undefined ? now() : since * second) - overlap);
  const reviews = reviewsSchema.parse(
    await client.withConfig({ perspective: 'raw' }).fetch(
      `*[_type == "review" && _updatedAt >= $from]{
        document, documentType, "entries": entries[at >= $from && defined(to)]{_key, kind, by, text, to},
        "title": coalesce(*[_id == "drafts." + ^.document][0], *[_id == ^.document][0]){"title": ${titleExpression}}.title
      }`,
      { from },
    ),
  );
  if (reviews.every(({ entries }) => entries.length === 0)) return;
  const project = await client.request({ url: `/projects/${projectId}` });
  const members = z.object({ members: z.array(memberSchema) }).parse(project).members;
  const ids = [...new Set([...members.map(({ id }) => id), ...reviews.flatMap(({ entries }) => entries.map(({ by }) => by))])];
  const users = z.array(userSchema).parse([await client.request({ url: `/users/${ids.join(',')}` })].flat());
  const messages = reviews.flatMap(({ document, documentType, title, entries }) =>
    entries.flatMap(({ _key, kind, by, text, to }) =>
      members
        .filter(({ id, roles }) => id !== by && (id === to || roles.some(({ name }) => to === `role:${name}`)))
        .flatMap(({ id }): NewMessage[] => {
          const recipient = users.find((user) => user.id === id)?.email;
          const name = users.find((user) => user.id === by)?.displayName ?? 'A colleague';
          const did = kind === 'approve' ? 'approved' : 'asks you to check';
          const subject = `${name} ${did} “${title ?? documentType}”`;
          const link = `${settings.siteUrl}/studio/intent/edit/id=${document};type=${documentType}/`;
          const body = [subject, text, `Open it in the Studio:\n${link}`].filter(Boolean).join('\n\n');
          const message = { kind: 'review', subject, text: body, order_id: null };
          return recipient ? [{ ...message, recipient, dedupe_key: `review:${_key}:${id}` }] : [];
        }),
    ),
  );
  await addMessages(db, messages, settings, now());
}
