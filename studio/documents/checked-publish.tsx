import { useToast } from '@sanity/ui/toast';
import { useEffect, useState } from 'react';
import {
  type DocumentActionComponent,
  type DocumentActionProps,
  type SanityDocument,
  useClient,
  useCurrentUser,
  useEditState,
  useParseErrors,
  useSyncState,
  useValidationStatus,
  useWorkspace,
} from 'sanity';
import { useDocumentPane } from 'sanity/structure';
import { apiVersion } from '#schemas/api-version.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { type Consequences, checkDraft, prepareDraft } from './check-draft.ts';
import { EffectsDialog } from './effects-dialog.tsx';

const invalidText = 'Correct the fields that are marked in red first';

/**
 * Wraps the Publish or Schedule action: it first shows the effects on the whole site and blocks a change that breaks
 * pages. A change without such effects is published at once.
 */
export function useCheckedPublish(original: DocumentActionComponent, props: DocumentActionProps) {
  const action = original(props);
  const isLater = original.action === 'schedule';
  const { id, type } = props;
  // The documents in the action's properties lag up to a second behind the form.
  const { draft, published } = useEditState(id, type);
  const client = useClient({ apiVersion });
  const workspace = useWorkspace();
  const currentUser = useCurrentUser();
  const { schemaType, value } = useDocumentPane();
  const { isValidating, revision } = useValidationStatus(value._id, type, true);
  const { isSyncing } = useSyncState(id, type);
  // Sanity marks a field with text that it cannot read, such as an incomplete date, but would publish the value from before.
  const isUnreadable = Object.keys(useParseErrors()).length > 0;
  const [checked, setChecked] = useState<Consequences>();
  const [isRequested, setRequested] = useState(false);
  const { isBusy, attempt } = useAttempt();
  const toast = useToast();
  const services = { client, workspace, currentUser };

  const publish = async (consequences: Consequences) => {
    if (draft) await prepareDraft({ draft, isLater }, consequences, client);
    setChecked(undefined);
    action?.onHandle?.();
  };
  const check = async (document: SanityDocument) => {
    const found =
      !isUnreadable && (await checkDraft({ draft: document, published, schemaType, isLater }, services));
    if (!found) toast.push({ status: 'error', title: invalidText });
    else if (found.effects.length > 0) setChecked(found);
    else await publish(found);
  };
  // The check starts once the last keystrokes are stored and validated.
  const isSettled = !isSyncing && !isValidating && (!draft || revision === draft._rev);
  useEffect(() => {
    if (!isRequested || !isSettled) return;
    setRequested(false);
    if (draft) attempt('The effects on the site could not be checked', () => check(draft));
  });
  if (!action) return action;

  return {
    ...action,
    disabled: isRequested || isBusy || isUnreadable || action.disabled,
    title: isUnreadable ? invalidText : action.title,
    onHandle: () => setRequested(true),
    dialog: checked
      ? {
          type: 'custom' as const,
          component: (
            <EffectsDialog
              title="Before you publish"
              refusedTitle="Not ready to publish"
              effects={checked.effects}
              action={{
                text: isLater ? 'Choose a time' : checked.isMove ? 'Publish and redirect' : 'Publish',
                tone: 'primary',
                isBusy,
                run: () => attempt('Publishing failed', () => publish(checked)),
              }}
              onClose={() => setChecked(undefined)}
            />
          ),
        }
      : action.dialog,
  };
}
