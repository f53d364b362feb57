import type { Mutation } from '@sanity/client';
import { Stack, Text, TextInput } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { useId, useState } from 'react';
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionProps,
  getDraftId,
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
    explanation: 'It goes to the trash, which gives it back as a draft.',
  },
  unpublish: { text: 'Unpublish', past: 'unpublished', explanation: 'It stays in the Studio as a draft.' },
};

/**
 * Delete or unpublish as a checked act, which asks where to redirect a page's visitors. Document, redirects and trash
 * change in one transaction, so that no address is dead in between.
 */
export function checkedRemoval(
  remove: DocumentActionComponent,
  kind: keyof typeof labels,
): DocumentActionComponent {
  const action: DocumentActionComponent = (props) => useCheckedRemoval(remove(props), props, kind);
  action.action = remove.action;
  return action;
}

function useCheckedRemoval(
  action: DocumentActionDescription | null,
  { id, type, draft, published }: DocumentActionProps,
  kind: keyof typeof labels,
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
    const found = await loadSiteContext(client, change);
    setTarget(found.listers.map((page) => hrefFor(page))[0] ?? '/');
    setContext(found);
  };
  const confirm = async () => {
    const content = draft ?? published;
    if (!content || !context) return;
    const draftId = getDraftId(id);
    const copies: Mutation[] =
      kind === 'delete'
        ? [{ createOrReplace: trashEntryOf(content, user?.name) }, { delete: { id: draftId } }]
        : [{ createIfNotExists: { ...content, _id: draftId } }];
    const redirects = path ? redirectMutations(context.redirects, path, target || null) : [];
    await client.mutate([...copies, ...(published ? [{ delete: { id } }] : []), ...redirects]);
    setContext(undefined);
    if (kind === 'unpublish') return;
    toast.push({ status: 'success', title: `“${title}” is in the trash` });
    // As the Studio's own action does: the form left open would be a new document's.
    setTimeout(() => closeCurrentAndAfter());
  };
  return {
    ...action,
    disabled: isBusy || action.disabled,
    onHandle: () => attempt('What this changes on the site could not be worked out', prepare),
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
            run: () => attempt('The site could not be changed', confirm),
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

type RedirectTargetProps = {
  path: string;
  pages: { path: string; title: string | null }[];
  /** The path of a page; empty for nowhere. */
  target: string;
  onChoose(path: string): void;
};

function RedirectTarget({ path, pages, target, onChoose }: RedirectTargetProps) {
  const id = useId();
  const page = pages.find((one) => one.path === target);
  const unknown = target
    ? `No page is at ${target}. Choose one from the list.`
    : 'Nowhere: they read “Page not found” (404).';
  return (
    <Stack gap={3} paddingY={2}>
      <Text as="label" size={1} weight="semibold" htmlFor={id}>
        Where should visitors of {path} go? Leave it empty for nowhere.
      </Text>
      <TextInput
        id={id}
        aria-invalid={target !== '' && !page}
        aria-describedby={`${id}-answer`}
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
      <Text id={`${id}-answer`} size={1}>
        {page ? `They are led to “${page.title ?? page.path}”.` : unknown}
      </Text>
    </Stack>
  );
}
