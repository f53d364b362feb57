import type { Mutation, SanityClient } from '@sanity/client';
import { Stack, Text, TextInput } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { useId, useState } from 'react';
import {
  type CurrentUser,
  type DocumentActionComponent,
  type DocumentActionProps,
  getDraftId,
  type SanityDocument,
  useClient,
  useCurrentUser,
} from 'sanity';
import { usePaneRouter } from 'sanity/structure';
import { apiVersion } from '#schemas/api-version.ts';
import { titleOf } from '#schemas/document-title.ts';
import { hrefFor, isPageType } from '#schemas/paths.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { readDocument } from '#studio/content/read-document.ts';
import { effectsOf } from '#studio/publishing/effects.ts';
import { redirectMutations } from '#studio/publishing/redirects.ts';
import { loadSiteContext, type SiteContext } from '#studio/publishing/site-context.ts';
import { trashEntryOf } from '#studio/trash/trashed-document.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { EffectsDialog } from './effects-dialog.tsx';

const removalLabels = {
  delete: {
    text: 'Delete',
    past: 'deleted',
    explanation: 'The document moves to the trash. You can restore it from there as a draft.',
  },
  unpublish: {
    text: 'Unpublish',
    past: 'unpublished',
    explanation: 'The document stays in the Studio as a draft.',
  },
};

type Kind = keyof typeof removalLabels;

/**
 * Wraps the Delete or Unpublish action: it shows the effects on the site and asks where to redirect a page's visitors.
 * Document, redirects and trash change in one transaction, so no address is dead in between.
 */
export function useCheckedRemoval(original: DocumentActionComponent, props: DocumentActionProps) {
  const action = original(props);
  const kind = original.action === 'delete' ? 'delete' : 'unpublish';
  const { id, type, draft, published } = props;
  const client = useClient({ apiVersion });
  const user = useCurrentUser();
  const toast = useToast();
  const { closeCurrentAndAfter } = usePaneRouter();
  const { isBusy, attempt } = useAttempt();
  const [context, setContext] = useState<SiteContext>();
  const [target, setTarget] = useState('');
  if (!action) return action;

  const { text, past, explanation } = removalLabels[kind];
  const title = titleOf(draft ?? published ?? { _id: id });
  const change = { id, type, before: published, after: null };
  const path = isPageType(type) ? documentPath(type, published) : null;
  const prepare = async () => {
    const loaded = await loadSiteContext(client, change);
    // Proposes a page that lists the type, or the home page.
    setTarget(hrefFor(loaded.listers[0]) ?? '/');
    setContext(loaded);
  };
  const remove = async () => {
    if (!context) return;
    await removeDocument(client, kind, id, { context, target, user });
    setContext(undefined);
    if (kind === 'unpublish') return;
    toast.push({ status: 'success', title: `“${title}” is in the trash` });
    // Close the form, as the Studio's own action does. Otherwise the form would edit a new document.
    setTimeout(() => closeCurrentAndAfter());
  };
  return {
    ...action,
    disabled: isBusy || action.disabled,
    onHandle: () => attempt('The effects on the site could not be checked', prepare),
    dialog: context && {
      type: 'custom' as const,
      component: (
        <EffectsDialog
          title={`${text} ${published ? '' : 'the draft '}“${title}”?`}
          refusedTitle={`“${title}” cannot be ${past}`}
          effects={effectsOf(change, context)}
          action={{
            text,
            tone: 'critical',
            isBusy,
            isReady: !path || !target || context.targets.some((page) => hrefFor(page) === target),
            run: () => attempt(`“${title}” could not be ${past}`, remove),
          }}
          onClose={() => setContext(undefined)}
        >
          {path && (
            <RedirectTarget from={path} pages={context.targets} target={target} onChoose={setTarget} />
          )}
          <Text size={1} muted>
            {explanation}
          </Text>
        </EffectsDialog>
      ),
    },
  };
}

type Removal = { context: SiteContext; target: string; user: CurrentUser | null };

/**
 * Deletes or unpublishes a document in one transaction with its redirects, and with its copy in the trash. Reads the
 * document for that: a colleague may have typed in it since the dialog opened.
 */
async function removeDocument(
  client: SanityClient,
  kind: Kind,
  id: string,
  { context, target, user }: Removal,
): Promise<void> {
  const { draft, published } = await readDocument(client, id);
  const content = draft ?? published;
  if (!content) return;
  const path = isPageType(content._type) ? documentPath(content._type, published) : null;
  const redirects = path ? redirectMutations(context.redirects, path, target || null) : [];
  const deletion = published ? [{ delete: { id: published._id } }] : [];
  await client.mutate([...copiesOf(content, kind, user?.name), ...deletion, ...redirects]);
}

/** Returns mutations that keep a copy of a document: in the trash after a deletion, as a draft after unpublishing. */
function copiesOf(content: SanityDocument, kind: Kind, user: string | undefined): Mutation[] {
  const draftId = getDraftId(content._id);
  if (kind === 'unpublish') return [{ createIfNotExists: { ...content, _id: draftId } }];
  return [{ createOrReplace: trashEntryOf(content, user) }, { delete: { id: draftId } }];
}

type RedirectTargetProps = {
  /** The path of the removed page. */
  from: string;
  pages: SiteContext['targets'];
  /** Path of the chosen page; empty for no redirect. */
  target: string;
  onChoose(path: string): void;
};

function RedirectTarget({ from, pages, target, onChoose }: RedirectTargetProps) {
  const id = useId();
  const page = pages.find((one) => hrefFor(one) === target);
  const unknown = target
    ? `There is no page at ${target}. Choose one from the list.`
    : 'Visitors will see “Page not found” (404).';
  return (
    <Stack gap={3} paddingY={2}>
      <Text as="label" size={1} weight="semibold" htmlFor={id}>
        Where should visitors to {from} go? Leave empty for no redirect.
      </Text>
      <TextInput
        id={id}
        aria-invalid={target !== '' && !page}
        aria-describedby={`${id}-result`}
        list={`${id}-pages`}
        value={target}
        onChange={({ currentTarget: { value } }) => onChoose(value)}
      />
      <datalist id={`${id}-pages`}>
        {pages.map((one) => (
          <option key={one._id} value={hrefFor(one) ?? ''}>
            {one.title}
          </option>
        ))}
      </datalist>
      <Text id={`${id}-result`} size={1}>
        {page ? `Visitors will be redirected to “${page.title ?? target}”.` : unknown}
      </Text>
    </Stack>
  );
}
