import { useEffect, useState } from 'react';
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionProps,
  type SanityDocument,
  useClient,
  useCurrentUser,
  useEditState,
  useWorkspace,
} from 'sanity';
import { useDocumentPane } from 'sanity/structure';
import { apiVersion } from '#schemas/api-version.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { type CheckResult, checkDraft, effectsIn, prepareDraft } from './check-draft.ts';
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
  // With `invalid-form`, the dialog lists the fields that are invalid in the form now.
  const [checked, setOutcome] = useState<CheckResult | 'invalid-form'>();
  const outcome = checked === 'invalid-form' ? { kind: 'invalid' as const, fields: invalidFields } : checked;
  const [isRequested, setRequested] = useState(false);
  const { isBusy, attempt } = useAttempt();
  const services = { client, workspace, currentUser };

  const publish = async (result: CheckResult) => {
    if (draft && result.kind === 'effects')
      await prepareDraft({ draft, published, isLater }, result, services);
    setOutcome(undefined);
    action?.onHandle?.();
  };
  const check = async (document: SanityDocument) => {
    if (invalidFields.length > 0) return setOutcome('invalid-form');
    const result = await checkDraft({ draft: document, published, schemaType, isLater }, services);
    if (result.kind === 'effects' && result.effects.length === 0) await publish(result);
    else setOutcome(result);
  };
  // The check starts once the last keystrokes are stored and validated.
  useEffect(() => {
    // The Studio may briefly report the validation of an older state, so check again once the form is valid.
    if (checked === 'invalid-form' && isSettled && invalidFields.length === 0) {
      setOutcome(undefined);
      setRequested(true);
    }
    if (!isRequested || !isSettled) return;
    setRequested(false);
    if (draft) attempt('The effects on the site could not be checked', () => check(draft));
  });
  if (!action) return action;

  // The Studio would only disable its button. This button stays enabled and leads to the invalid fields.
  const isInvalid = draft && action.disabled && invalidFields.length > 0;
  const publishText = outcome?.kind === 'effects' && outcome.isMove ? 'Publish and redirect' : 'Publish';
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
              effects={effectsIn(outcome)}
              action={{
                text: isLater ? 'Choose a time' : publishText,
                tone: 'primary',
                isBusy,
                run: () => attempt('Publishing failed', () => publish(outcome)),
              }}
              onClose={() => setOutcome(undefined)}
            />
          ),
        }
      : action.dialog,
  };
}
