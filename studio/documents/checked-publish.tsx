import { useEffect, useState } from 'react';
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionProps,
  type Path,
  type SanityDocument,
  useClient,
  useCurrentUser,
  useEditState,
  useWorkspace,
} from 'sanity';
import { useDocumentPane } from 'sanity/structure';
import { apiVersion } from '#schemas/api-version.ts';
import { isPageType } from '#schemas/paths.ts';
import { userMay } from '#studio/access/roles.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { fieldTitle } from '#studio/content/fields.ts';
import { keepDescriptions } from '#studio/pictures/uses.ts';
import type { Effect, Field } from '#studio/publishing/effects.ts';
import { storeMerged } from '#studio/publishing/published-since.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { type CheckResult, checkDraft } from './check-draft.ts';
import { EffectsDialog } from './effects-dialog.tsx';
import { useValidation } from './validation.ts';

/**
 * Wraps the Publish or Schedule action: it first shows the effects on the whole site and blocks a change that breaks
 * pages. A change without such effects is published at once.
 */
export function checkedPublish(publish: DocumentActionComponent): DocumentActionComponent {
  const isLater = publish.action === 'schedule';
  const action: DocumentActionComponent = (props) => useCheckedPublish(publish(props), props, isLater);
  action.action = publish.action;
  return action;
}

/** The result of the last check. With `invalid-form`, the dialog lists the fields that are invalid in the form now. */
type Outcome = CheckResult | { kind: 'invalid-form' };

function useCheckedPublish(
  action: DocumentActionDescription | null,
  { id, type }: DocumentActionProps,
  isLater: boolean,
) {
  // The documents in the action's properties lag up to a second behind the form.
  const { draft, published } = useEditState(id, type);
  const client = useClient({ apiVersion });
  const workspace = useWorkspace();
  const currentUser = useCurrentUser();
  const { schemaType } = useDocumentPane();
  const { isSettled, invalidFields } = useValidation(id, type, draft);
  const [outcome, setOutcome] = useState<Outcome>();
  const [isRequested, setRequested] = useState(false);
  const { isBusy, attempt } = useAttempt();
  const [from, to] = [documentPath(type, published), documentPath(type, draft)];
  const move = !isLater && isPageType(type) && to !== null && from !== to ? { from, to } : undefined;

  const proceed = () => {
    // Publishing does not wait for this: the descriptions are only offered elsewhere.
    if (draft && userMay(currentUser, 'editContent'))
      keepDescriptions(client, published, draft).catch(() => undefined);
    action?.onHandle?.();
  };
  const check = async (document: SanityDocument) => {
    if (invalidFields.length > 0) return setOutcome({ kind: 'invalid-form' });
    const titleOf = (path: Path) => fieldTitle(schemaType, [document, published], path);
    const change = { id, type, before: published, after: document, isLater, titleOf };
    const services = { client, workspace, currentUser };
    const result = await checkDraft({ draft: document, published, schemaType, change, move }, services);
    if (result.kind === 'effects' && result.effects.length === 0) proceed();
    else setOutcome(result);
  };
  // The check starts once the last keystrokes are stored and validated.
  useEffect(() => {
    // The Studio may briefly report the validation of an older state, so check again once the form is valid.
    if (outcome?.kind === 'invalid-form' && isSettled && invalidFields.length === 0) {
      setOutcome(undefined);
      setRequested(true);
    }
    if (!isRequested || !isSettled) return;
    setRequested(false);
    if (draft) attempt('The effects on the site could not be checked', () => check(draft));
  });
  if (!action) return action;

  const publish = async () => {
    const { since, redirects } = outcome?.kind === 'effects' ? outcome : { since: undefined, redirects: [] };
    // Merges if the draft lacks published changes. In conflicts, publishing overwrites the published text anyway. For a
    // schedule, the merge also records that the author saw the published text.
    if (draft && since && (isLater || since.missing.length > 0))
      await storeMerged(client, draft, since.merged());
    if (redirects.length > 0) await client.mutate(redirects);
    setOutcome(undefined);
    proceed();
  };
  // The Studio would only disable its button. This button stays enabled and leads to the invalid fields.
  const isInvalid = draft && action.disabled && invalidFields.length > 0;
  const publishText = move?.from ? 'Publish and redirect' : 'Publish';
  return {
    ...action,
    disabled: isRequested || isBusy || (action.disabled && !isInvalid),
    title: isInvalid ? 'See what is missing' : action.title,
    onHandle: () => setRequested(true),
    dialog: outcome
      ? {
          type: 'custom' as const,
          component: (
            <EffectsDialog
              title="Before you publish"
              refusedTitle="Not ready to publish"
              effects={effectsIn(outcome, invalidFields)}
              action={{
                text: isLater ? 'Choose a time' : publishText,
                tone: 'primary',
                isBusy,
                run: () => attempt('Publishing failed', publish),
              }}
              onClose={() => setOutcome(undefined)}
            />
          ),
        }
      : action.dialog,
  };
}

function effectsIn(outcome: Outcome, invalidInForm: Field[]): Effect[] {
  if (outcome.kind === 'effects') return outcome.effects;
  const fields = outcome.kind === 'invalid' ? outcome.fields : invalidInForm;
  return [{ severity: 'error', text: 'Fill in or correct these fields first:', fields }];
}
