import { Box, Button, Card, Flex, Stack, Text } from '@sanity/ui';
import { useState } from 'react';
import { getDraftId, LoadingBlock, useClient, useSchema } from 'sanity';
import { useRouter } from 'sanity/router';
import { apiVersion } from '#schemas/api-version.ts';
import { useLiveQuery } from '#studio/content/live-query.ts';
import { rawClient } from '#studio/content/raw-client.ts';
import { formatTime } from '#studio/ui/labels.ts';
import { LoadError } from '#studio/ui/rows.tsx';
import { css } from '#studio/ui/styles.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import {
  documentFromTrash,
  entryQuery,
  type TrashEntry,
  trashEntries,
  trashQuery,
} from './trashed-document.ts';

export function TrashPane() {
  const { data: entries, hasFailed } = useLiveQuery(trashEntries, trashQuery);
  if (hasFailed) return <LoadError what="The trash" />;
  if (!entries) return <LoadingBlock showText />;
  return (
    <Box padding={4} overflow="auto" height="fill" className="staff-tool">
      <style>{css}</style>
      <Stack gap={4}>
        <Text size={1} muted>
          {entries.length > 0
            ? 'Restored documents come back as drafts. Publish them to put them back on the site.'
            : 'The trash is empty. Documents that are deleted in the Studio can be restored here.'}
        </Text>
        <Stack as="ul" gap={2} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {entries.map((entry) => (
            <Entry key={entry._id} entry={entry} />
          ))}
        </Stack>
      </Stack>
    </Box>
  );
}

function Entry({ entry: { _id, documentType, title, deletedAt, deletedBy } }: { entry: TrashEntry }) {
  const client = rawClient(useClient({ apiVersion }));
  const router = useRouter();
  const type = useSchema().get(documentType)?.title ?? documentType;
  const { isBusy, attempt } = useAttempt();
  const [isConfirming, setConfirming] = useState(false);
  const restore = async () => {
    const id = _id.slice('trash.'.length);
    const document = documentFromTrash(id, await client.fetch<unknown>(entryQuery, { entry: _id, id }));
    await client.mutate([{ create: { ...document, _id: getDraftId(id) } }, { delete: { id: _id } }]);
    router.navigateIntent('edit', { id, type: document._type });
  };
  const deleteForever = () => client.delete(_id);
  return (
    <Card as="li" border radius={2} padding={3}>
      <Flex gap={3} align="center" wrap="wrap">
        <Stack gap={2} flex={1} style={{ minWidth: '12rem', overflowWrap: 'anywhere' }}>
          <Text size={1} weight="medium">
            {title}
          </Text>
          <Text size={1} muted>
            {[type, `deleted ${formatTime(deletedAt)}`, deletedBy].filter(Boolean).join(' · ')}
          </Text>
        </Stack>
        <Button
          fontSize={1}
          mode={isConfirming ? 'default' : 'bleed'}
          tone="critical"
          text={isConfirming ? 'Yes, delete permanently' : 'Delete permanently'}
          disabled={isBusy}
          onBlur={() => setConfirming(false)}
          onClick={() =>
            isConfirming ? attempt(`“${title}” could not be deleted`, deleteForever) : setConfirming(true)
          }
        />
        <Button
          fontSize={1}
          mode="ghost"
          text="Restore"
          disabled={isBusy}
          onClick={() => attempt(`“${title}” could not be restored`, restore)}
        />
      </Flex>
    </Card>
  );
}
