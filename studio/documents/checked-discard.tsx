import { useState } from 'react';
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionProps,
  getDraftId,
  useClient,
  useCurrentUser,
  useDocumentOperation,
} from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { titleOf } from '#schemas/document-title.ts';
import type { Effect } from '#studio/publishing/effects.ts';
import { otherAuthorsOf } from '#studio/publishing/published-since.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { EffectsDialog } from './effects-dialog.tsx';

/** Wraps the Discard action: it first names other people who wrote in the draft. */
export function checkedDiscard(discard: DocumentActionComponent): DocumentActionComponent {
  const action: DocumentActionComponent = (props) => useCheckedDiscard(discard(props), props);
  action.action = discard.action;
  return action;
}

function useCheckedDiscard(
  action: DocumentActionDescription | null,
  { id, type, draft, published }: DocumentActionProps,
) {
  const client = useClient({ apiVersion });
  const ownId = useCurrentUser()?.id ?? '';
  const { discardChanges } = useDocumentOperation(id, type);
  const { isBusy, attempt } = useAttempt();
  const [others, setOthers] = useState<string[]>();
  if (!action) return action;

  const title = titleOf(draft ?? { _id: id });
  const run = () => {
    discardChanges.execute();
    setOthers(undefined);
  };
  return {
    ...action,
    disabled: isBusy || action.disabled,
    onHandle: () =>
      attempt('The authors of this draft could not be loaded', async () =>
        setOthers(await otherAuthorsOf(client, getDraftId(id), ownId)),
      ),
    dialog: others && {
      type: 'custom' as const,
      component: (
        <EffectsDialog
          title={`Discard the changes to “${title}”?`}
          refusedTitle=""
          effects={effectsOfDiscard(others, Boolean(published))}
          action={{ text: 'Discard', tone: 'critical', isBusy, run }}
          onClose={() => setOthers(undefined)}
        />
      ),
    },
  };
}

function effectsOfDiscard(others: string[], isPublished: boolean): Effect[] {
  const text = isPublished
    ? 'The draft is deleted. The site does not change.'
    : 'The draft is deleted. It was never published, so nothing remains.';
  const note: Effect = { severity: 'info', text };
  if (others.length === 0) return [note];
  const names = new Intl.ListFormat('en-GB').format(others);
  return [
    { severity: 'warning', text: `${names} edited this draft. Their changes are discarded too.` },
    note,
  ];
}
