import { Box, Stack, Text } from '@sanity/ui';
import { getDraftId, LoadingBlock, useClient, useSchema } from 'sanity';
import { useRouter } from 'sanity/router';
import { apiVersion } from '#schemas/api-version.ts';
import { useLiveQuery } from '#studio/content/live-query.ts';
import { rawClient } from '#studio/content/raw-client.ts';
import { ActionButton } from '#studio/ui/forms.tsx';
import { formatTime } from '#studio/ui/labels.ts';
import { LoadError, Rows } from '#studio/ui/rows.tsx';
import { css } from '#studio/ui/styles.ts';
import {
  documentFromTrash,
  entryQuery,
  type TrashEntry,
  trashEntries,
  trashQuery,
} from './trashed-document.ts';

export function TrashPane() {
  const { data: entries, hasFailed } = useLiveQuery(trashEntries, trashQuery);
  const schema = useSchema();
  if (hasFailed) return <LoadError what="The trash" />;
  if (!entries) return <LoadingBlock showText />;
  const rows = entries.map((entry) => {
    const type = schema.get(entry.documentType)?.title ?? entry.documentType;
    return {
      key: entry._id,
      title: entry.title,
      detail: [type, `deleted ${formatTime(entry.deletedAt)}`, entry.deletedBy].filter(Boolean).join(' · '),
      buttons: <EntryButtons entry={entry} />,
    };
  });
  return (
    <Box padding={4} overflow="auto" height="fill" className="staff-tool">
      <style>{css}</style>
      <Stack gap={4}>
        {rows.length > 0 && (
          <Text size={1} muted>
            Restored documents come back as drafts. Publish them to put them back on the site.
          </Text>
        )}
        <Rows
          rows={rows}
          empty="The trash is empty. Documents that are deleted in the Studio can be restored here."
        />
      </Stack>
    </Box>
  );
}

function EntryButtons({ entry: { _id } }: { entry: TrashEntry }) {
  const client = rawClient(useClient({ apiVersion }));
  const router = useRouter();
  const restore = async () => {
    const id = _id.slice('trash.'.length);
    const document = documentFromTrash(id, await client.fetch<unknown>(entryQuery, { entry: _id, id }));
    await client.mutate([{ create: { ...document, _id: getDraftId(id) } }, { delete: { id: _id } }]);
    router.navigateIntent('edit', { id, type: document._type });
  };
  return (
    <>
      <ActionButton
        text="Delete permanently"
        confirmText="Yes, delete permanently"
        action={() => client.delete(_id)}
      />
      <ActionButton text="Restore" action={restore} />
    </>
  );
}
