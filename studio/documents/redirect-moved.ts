import type { SanityClient } from '@sanity/client';
import { useToast } from '@sanity/ui/toast';
import { type DocumentActionProps, useClient } from 'sanity';
import { z } from 'zod';
import { comparablePath } from '#schemas/redirect-rules.ts';
import { apiVersion } from '#studio/api-version.ts';
import type { Question } from './confirm-publish.ts';
import { documentPath } from './document-path.ts';

/** Asked when a page's address changes: a redirect from the old address is published with it. */
export function useMoveQuestion({ type, draft, published }: DocumentActionProps): Question | null {
  const client = useClient({ apiVersion });
  const toast = useToast();
  const from = documentPath(type, published);
  const to = documentPath(type, draft);
  if (!from || !to || from === to || from === '/') return null;
  return {
    message: `This page moves from ${from} to ${to}. Whoever follows a link to the old address will be led to the new one.`,
    confirm: 'Publish and redirect',
    onConfirm: () => {
      redirectMoved(client, from, to).catch(() =>
        toast.push({
          status: 'error',
          title: 'The redirect could not be added',
          description: `Add one from ${from} to ${to} under Redirects.`,
        }),
      );
    },
  };
}

const redirectsSchema = z.array(
  z.object({ _id: z.string(), from: z.string().nullish(), to: z.string().nullish() }),
);

/**
 * Publishes a redirect from one path to another. Redirects to the old path are pointed at the new one, and redirects from
 * either path are removed, so that moving a page back and forth makes no chain and no loop.
 */
async function redirectMoved(client: SanityClient, from: string, to: string): Promise<void> {
  const published = client.withConfig({ perspective: 'published', useCdn: false });
  const redirects = redirectsSchema.parse(await published.fetch('*[_type == "redirect"]{_id, from, to}'));
  const transaction = client.transaction();
  for (const redirect of redirects) {
    const source = comparablePath(redirect.from ?? '');
    if (source === comparablePath(from) || source === comparablePath(to)) transaction.delete(redirect._id);
    else if (comparablePath(redirect.to ?? '') === comparablePath(from))
      transaction.patch(redirect._id, { set: { to } });
  }
  await transaction.create({ _type: 'redirect', from, to, permanent: true }).commit();
}
