import { TransferIcon } from '@sanity/icons/Transfer';
import { Button, Flex, Text } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { useState } from 'react';
import { type DocumentActionComponent, getPublishedId, type SanityDocument, useClient } from 'sanity';
import { useDocumentPane } from 'sanity/structure';
import { apiVersion } from '#schemas/api-version.ts';
import { type PublishedChanges, publishedSince, storeMerged } from '#studio/publishing/published-since.ts';
import { formatTime } from '#studio/ui/labels.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { ChangeList } from '#studio/unsaved/change-list.tsx';
import { ActionDialog } from './effects-dialog.tsx';

const failure = 'The changes could not be merged. If the document is scheduled, cancel the schedule first.';

/**
 * Merges changes that were published after a version was made, and that the version would undo. Asks which texts to keep
 * if both changed the same places.
 */
export const mergePublished: DocumentActionComponent = ({ version, published }) => {
  const client = useClient({ apiVersion });
  const toast = useToast();
  const { isBusy, attempt } = useAttempt();
  const [changes, setChanges] = useState<PublishedChanges>();
  const mergeAndStore = async (id: string, keepsPublished: boolean) => {
    const [now, live] = await Promise.all([
      client.getDocument<SanityDocument>(id),
      client.getDocument<SanityDocument>(getPublishedId(id)),
    ]);
    const since = now && (await publishedSince(client, now, live));
    // Somebody may have published again while the dialog was open.
    const isCurrent = JSON.stringify(since?.conflicts ?? []) === JSON.stringify(changes?.conflicts ?? []);
    if (!isCurrent) return setChanges(since);
    if (now && since)
      await storeMerged(
        client,
        now,
        since.merged(() => keepsPublished),
      );
    setChanges(undefined);
    const title = since
      ? `The changes that ${since.by} published are merged`
      : 'There are no published changes to merge';
    toast.push({ status: 'success', title });
  };
  const merge = (keepsPublished: boolean) =>
    version && attempt(failure, () => mergeAndStore(version._id, keepsPublished));
  return {
    label: 'Merge published changes',
    icon: TransferIcon,
    disabled: isBusy || !published || !version,
    onHandle: () => merge(false),
    dialog: changes && {
      type: 'custom',
      component: (
        <ConflictDialog
          since={changes}
          isBusy={isBusy}
          onMerge={merge}
          onClose={() => setChanges(undefined)}
        />
      ),
    },
  };
};

type ConflictDialogProps = {
  since: PublishedChanges;
  isBusy: boolean;
  onMerge(keepsPublished: boolean): void;
  onClose(): void;
};

function ConflictDialog({ since, isBusy, onMerge, onClose }: ConflictDialogProps) {
  const { schemaType } = useDocumentPane();
  return (
    <ActionDialog title="These fields differ" closeText="Cancel" action={undefined} onClose={onClose}>
      <Text size={1}>
        {since.by} published this on {formatTime(since.at)}. All other published changes are merged too.
      </Text>
      <ChangeList
        type={schemaType}
        values={[since.merged(), since.merged(() => true)]}
        changes={since.conflicts}
        sides={{ before: 'Published', after: 'This version' }}
      />
      <Flex gap={2} wrap="wrap">
        <Button text="Keep mine" tone="primary" disabled={isBusy} onClick={() => onMerge(false)} />
        <Button text="Keep published" mode="ghost" disabled={isBusy} onClick={() => onMerge(true)} />
      </Flex>
    </ActionDialog>
  );
}
