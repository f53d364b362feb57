import type { Mutation } from '@sanity/client';
import { Stack, Text, TextInput } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { useId, useState } from 'react';
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
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
import { effectsOf } from '#studio/publishing/effects.ts';
import { redirectMutations } from '#studio/publishing/redirects.ts';
import { loadSiteContext, type SiteContext } from '#studio/publishing/site-context.ts';
import { trashEntryOf } from '#studio/trash/trashed-document.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { EffectsDialog } from './effects-dialog.tsx';

const labels = {
  delete: {
    text: 'Delete',
    past: 'deleted',
    explanation: 'It moves to the trash. You can restore it from there as a draft.',
  },
  unpublish: { text: 'Unpublish', past: 'unpublished', explanation: 'It stays in the Studio as a draft.' },
};

type Kind = keyof typeof labels;

/**
 * Wraps the Delete or Unpublish action: it shows the effects on the site and asks where to redirect a page's visitors.
 * Document, redirects and trash change in one transaction, so no address is dead in between.
 */
export function checkedRemoval(remove: DocumentActionComponent, kind: Kind): DocumentActionComponent {
  const action: DocumentActionComponent = (props) => useCheckedRemoval(remove(props), props, kind);
  action.action = remove.action;
  return action;
}

function useCheckedRemoval(
  action: DocumentActionDescription | null,
  { id, type, draft, published }: DocumentActionProps,
  kind: Kind,
) {
  const client = useClient({ apiVersion });
  const user = useCurrentUser();
  const toast = useToast();
  const { closeCurrentAndAfter } = usePaneRouter();
  const { isBusy, attempt } = useAttempt();
  const [context, setContext] = useState<SiteContext>();
  const [target, setTarget] = useState('');
  if (!action) return action;

  const { text, past, explanation } = labels[kind];
  const title = titleOf(draft ?? published ?? { _id: id });
  const change = { id, type, before: published, after: null };
  const path = isPageType(type) ? documentPath(type, published) : null;
  const pages = context?.targets.map((page) => ({ title: page.title, path: hrefFor(page) ?? '' })) ?? [];
  const prepare = async () => {
    const loaded = await loadSiteContext(client, change);
    setTarget(loaded.listers.map((page) => hrefFor(page))[0] ?? '/');
    setContext(loaded);
  };
  const remove = async () => {
    const content = draft ?? published;
    if (!content || !context) return;
    const redirects = path ? redirectMutations(context.redirects, path, target || null) : [];
    const deletion = published ? [{ delete: { id } }] : [];
    await client.mutate([...copiesOf(content, kind, user?.name), ...deletion, ...redirects]);
    setContext(undefined);
    if (kind === 'unpublish') return;
    toast.push({ status: 'success', title: `“${title}” is in the trash` });
    // Close the form, as the Studio's own action does. Otherwise it would edit a new document.
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
            isReady: !path || target === '' || pages.some((page) => page.path === target),
            run: () => attempt(`“${title}” could not be ${past}`, remove),
          }}
          onClose={() => setContext(undefined)}
        >
          {path && <RedirectTarget path={path} pages={pages} target={target} onChoose={setTarget} />}
          <Text size={1} muted>
            {explanation}
          </Text>
        </EffectsDialog>
      ),
    },
  };
}

/** Returns mutations that store the removed document: a trash entry instead of the draft, or a draft. */
function copiesOf(content: SanityDocument, kind: Kind, user: string | undefined): Mutation[] {
  const draftId = getDraftId(content._id);
  if (kind === 'unpublish') return [{ createIfNotExists: { ...content, _id: draftId } }];
  return [{ createOrReplace: trashEntryOf(content, user) }, { delete: { id: draftId } }];
}

type RedirectTargetProps = {
  path: string;
  pages: { path: string; title: string | null }[];
  /** Path of the chosen page; empty for no redirect. */
  target: string;
  onChoose(path: string): void;
};

function RedirectTarget({ path, pages, target, onChoose }: RedirectTargetProps) {
  const id = useId();
  const page = pages.find((one) => one.path === target);
  const unknown = target
    ? `There is no page at ${target}. Choose one from the list.`
    : 'Visitors will see “Page not found” (404).';
  return (
    <Stack gap={3} paddingY={2}>
      <Text as="label" size={1} weight="semibold" htmlFor={id}>
        Where should visitors to {path} go? Leave empty for no redirect.
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
          <option key={one.path} value={one.path}>
            {one.title}
          </option>
        ))}
      </datalist>
      <Text id={`${id}-result`} size={1}>
        {page ? `Visitors will be redirected to “${page.title ?? page.path}”.` : unknown}
      </Text>
    </Stack>
  );
}
