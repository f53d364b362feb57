import { TransferIcon } from '@sanity/icons/Transfer';
import { Text } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { useState } from 'react';
import { type DocumentActionComponent, getPublishedId, type SanityDocument, useClient } from 'sanity';
import { useDocumentPane } from 'sanity/structure';
import { apiVersion } from '#schemas/api-version.ts';
import { type PublishedChanges, publishedSince, storeMerged } from '#studio/publishing/published-since.ts';
import { formatTime } from '#studio/ui/labels.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { ChangeList, useChoices } from '#studio/unsaved/change-list.tsx';
import { ActionDialog } from './effects-dialog.tsx';

const failure = 'The changes could not be merged. If the document is scheduled, cancel the schedule first.';

/**
 * Merges changes that were published after a version was made, and that the version would undo. Asks which text to keep
 * if both changed the same place.
 */
export const mergePublished: DocumentActionComponent = ({ version, published }) => {
  const client = useClient({ apiVersion });
  const toast = useToast();
  const { isBusy, attempt } = useAttempt();
  const [changes, setChanges] = useState<PublishedChanges>();
  const choices = useChoices();
  const mergeAndStore = async (id: string) => {
    const [now, live] = await Promise.all([
      client.getDocument<SanityDocument>(id),
      client.getDocument<SanityDocument>(getPublishedId(id)),
    ]);
    const since = now && (await publishedSince(client, now, live));
    // Somebody may have published again while the dialog was open.
    const isCurrent = JSON.stringify(since?.conflicts ?? []) === JSON.stringify(changes?.conflicts ?? []);
    if (!isCurrent) return setChanges(since);
    if (now && since) await storeMerged(client, now, since.merged(choices.isChosen));
    setChanges(undefined);
    const title = since
      ? `The changes that ${since.by} published are merged`
      : 'There are no published changes to merge';
    toast.push({ status: 'success', title });
  };
  const run = () => version && attempt(failure, () => mergeAndStore(version._id));
  return {
    label: 'Merge published changes',
    icon: TransferIcon,
    disabled: isBusy || !published || !version,
    onHandle: run,
    dialog: changes && {
      type: 'custom',
      component: (
        <ConflictDialog
          since={changes}
          choices={choices}
          isBusy={isBusy}
          onStore={run}
          onClose={() => setChanges(undefined)}
        />
      ),
    },
  };
};

type ConflictDialogProps = {
  since: PublishedChanges;
  choices: ReturnType<typeof useChoices>;
  isBusy: boolean;
  onStore(): void;
  onClose(): void;
};

function ConflictDialog({ since, choices, isBusy, onStore, onClose }: ConflictDialogProps) {
  const { schemaType } = useDocumentPane();
  return (
    <ActionDialog
      title="Choose which text to keep"
      closeText="Cancel"
      action={{ text: 'Merge', tone: 'primary', isBusy, run: onStore }}
      onClose={onClose}
    >
      <Text size={1}>
        {since.by} published this on {formatTime(since.at)}. All other published changes are merged too.
      </Text>
      <ChangeList
        type={schemaType}
        values={[since.merged(), since.merged(() => true)]}
        changes={since.conflicts.map((one) => ({ ...one, isConflict: true }))}
        sides={{ before: 'Published', after: 'This version' }}
        choices={choices}
      />
    </ActionDialog>
  );
}
