import type { Mutation } from '@sanity/client';
import { useEffect, useState } from 'react';
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionProps,
  mergeParseErrors,
  type SanityDocumentLike,
  type SchemaType,
  useClient,
  useCurrentUser,
  useDocumentPairPermissions,
  useEditState,
  useParseErrors,
  useSyncState,
  useValidationStatus,
  useWorkspace,
  type ValidationMarker,
  validateDocument,
} from 'sanity';
import { useDocumentPane } from 'sanity/structure';
import { apiVersion } from '#schemas/api-version.ts';
import { isPageType } from '#schemas/paths.ts';
import { formatDateTime } from '#studio/content/differences.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { fieldsOf, fieldTitle, titleOfField } from '#studio/content/fields.ts';
import { type Effect, effectsOf, type Field } from '#studio/publishing/effects.ts';
import { type PublishedChanges, publishedSince, storeMerged } from '#studio/publishing/published-since.ts';
import { redirectMutations } from '#studio/publishing/redirects.ts';
import { loadSiteContext } from '#studio/publishing/site-context.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { EffectsDialog } from './effects-dialog.tsx';

/**
 * Publishing, now or scheduled, as a checked act: it shows the effects on the whole site first and refuses those that
 * break pages. A change without such effects is published at once.
 */
export function checkedPublish(publish: DocumentActionComponent): DocumentActionComponent {
  const isLater = publish.action === 'schedule';
  const action: DocumentActionComponent = (props) => useCheckedPublish(publish(props), props, isLater);
  action.action = publish.action;
  return action;
}

/** Milliseconds from the click to publishing. */
const maxCheckTime = 30_000;

/**
 * Effects to confirm. Without them, validation fails: `broken` has the fields of the draft as it is stored; without
 * that either, the fields are those that the form shows.
 */
type CheckResult = {
  effects?: Effect[];
  invalidFields?: Field[];
  redirects: Mutation[];
  since?: PublishedChanges | undefined;
};

function useCheckedPublish(
  action: DocumentActionDescription | null,
  props: DocumentActionProps,
  isLater: boolean,
) {
  const { id, type } = props;
  // The values given to actions lag up to a second behind the form.
  const { draft, published } = useEditState(id, type);
  const client = useClient({ apiVersion });
  const workspace = useWorkspace();
  const currentUser = useCurrentUser();
  const { schemaType } = useDocumentPane();
  const { isSettled, broken } = useValidation(id, type, draft);
  const [found, setFound] = useState<CheckResult>();
  const [isRequested, setRequested] = useState(false);
  const { isBusy, attempt } = useAttempt();
  const [from, to] = [documentPath(type, published), documentPath(type, draft)];
  const isMoving = !isLater && isPageType(type) && to !== null && from !== to;

  const check = async () => {
    if (broken.length > 0) return setFound({ redirects: [] });
    const titleOf = (field: string) => titleOfField(schemaType, field);
    const change = { id, type, before: published, after: draft, isLater, titleOf };
    const asked = Date.now();
    const [markers, around, since] = await Promise.all([
      // The Studio names the revision of the draft beside a validation that may be of the revision before
      // (sanity-io/sanity, `validation` of the document store), so the draft that is published is validated here.
      draft ? validateDocument({ document: draft, workspace, currentUser }) : [],
      loadSiteContext(client, change),
      draft ? publishedSince(client, draft, published) : undefined,
    ]);
    const brokenNow = draft ? findInvalidFields(schemaType, draft, markers) : [];
    if (brokenNow.length > 0) return setFound({ invalidFields: brokenNow, redirects: [] });
    // Reads wait for a lost connection. Publishing long after the click would surprise.
    if (Date.now() - asked > maxCheckTime) throw new Error('The check took too long.');
    const effects = [...(since ? [overwriteWarning(since, schemaType)] : []), ...effectsOf(change, around)];
    const redirects = isMoving ? redirectMutations(around.redirects, from, to) : [];
    if (effects.length > 0) setFound({ effects, redirects, since });
    else action?.onHandle?.();
  };
  // The last keystrokes are stored and validated first.
  useEffect(() => {
    // The Studio may briefly report validation of an older state.
    if (found && !found.effects && !found.invalidFields && isSettled && broken.length === 0) {
      setFound(undefined);
      setRequested(true);
    }
    if (!isRequested || !isSettled) return;
    setRequested(false);
    if (draft) attempt('What this changes on the site could not be worked out', check);
  });
  if (!action) return action;

  const confirm = async () => {
    // A draft is published over the other text; a schedule has to know that somebody saw it.
    if (draft && found?.since && (isLater || found.since.missing.length > 0))
      await storeMerged(client, draft, found.since.merged());
    if (found?.redirects.length) await client.mutate(found.redirects);
    setFound(undefined);
    action.onHandle?.();
  };
  const lacking: Effect = {
    severity: 'error',
    text: 'Fill in or correct first:',
    fields: found?.invalidFields ?? broken,
  };
  const now = isMoving && from ? 'Publish and redirect' : 'Publish';
  const text = isLater ? 'Choose the time' : now;
  const effects = found && (found.effects ?? [lacking]);
  // The Studio would only disable the button; this one says why and leads to the fields.
  const isLacking = draft && action.disabled && broken.length > 0;
  return {
    ...action,
    disabled: isRequested || isBusy || (action.disabled && !isLacking),
    title: isLacking ? 'See what is missing' : action.title,
    onHandle: () => setRequested(true),
    dialog: effects
      ? {
          type: 'custom' as const,
          component: (
            <EffectsDialog
              title="Before this is published"
              refusedTitle="Not ready to be published"
              effects={effects}
              action={{
                text,
                tone: 'primary',
                isBusy,
                run: () => attempt('It could not be published', confirm),
              }}
              onClose={() => setFound(undefined)}
            />
          ),
        }
      : action.dialog,
  };
}

function overwriteWarning({ by, at, conflicts, merged }: PublishedChanges, type: SchemaType): Effect {
  const values = [merged(), merged(() => true)];
  const fields = conflicts.map(({ path }) => ({ title: fieldTitle(type, values, path), path }));
  const text = `${by} published other texts on ${formatDateTime(at)}, after this draft was begun. ${fields.length > 0 ? 'If you go on, yours replace them here:' : 'They are taken over.'}`;
  return { severity: 'warning', text, fields };
}

/** Current validation and parse errors of the open document; none without permission to publish. */
function useValidation(id: string, type: string, draft: DocumentActionProps['draft']) {
  const { schemaType, value } = useDocumentPane();
  const { validation, isValidating, revision } = useValidationStatus(value._id, type, true);
  const { isSyncing } = useSyncState(id, type);
  const [permission] = useDocumentPairPermissions({ id, type, permission: 'publish' });
  const problems = mergeParseErrors(validation, useParseErrors());
  return {
    isSettled: !isSyncing && !isValidating && (!draft || revision === draft._rev),
    broken: permission?.granted ? findInvalidFields(schemaType, value, problems) : [],
  };
}

/** The fields with errors, each once with its first problem, titled as editors see them. */
function findInvalidFields(
  type: SchemaType,
  value: SanityDocumentLike,
  problems: readonly ValidationMarker[],
) {
  const errors = problems.filter(({ level }) => level === 'error');
  const fields = errors.length > 0 ? [...fieldsOf(type, value)] : [];
  const titles = new Map(fields.map(({ path, titles }) => [JSON.stringify(path), titles.join(' › ')]));
  const broken = new Map<string, Field>();
  for (const { message, path } of errors) {
    // Editors see an address, or an empty object, as one field.
    let field = path.at(-1) === 'current' ? path.slice(0, -1) : path;
    while (field.length > 0 && !titles.has(JSON.stringify(field))) field = field.slice(0, -1);
    const key = JSON.stringify(field);
    if (!broken.has(key))
      broken.set(key, { title: titles.get(key) ?? 'This document', path: field, problem: message });
  }
  return [...broken.values()];
}
