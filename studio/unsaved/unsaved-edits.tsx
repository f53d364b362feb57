import { Button, Card, Flex, Stack, Text } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { type ReactNode, useEffect } from 'react';
import type { ObjectInputProps, SchemaType } from 'sanity';
import { useDocumentPane } from 'sanity/structure';
import { displayText } from '#studio/content/differences.ts';
import { formatTime } from '#studio/ui/labels.ts';
import { ChangeList } from './change-list.tsx';
import type { LocalEdit } from './local-edits.ts';
import { useUnsavedEdits } from './use-unsaved-edits.ts';

/**
 * Wraps a form so that no edit is lost: edits are stored in the browser until they are saved, and restored after a crash.
 * Asks the editor if the document changed in the meantime or the edits were rejected.
 */
export function UnsavedEdits({ children, ...props }: ObjectInputProps & { children: ReactNode }) {
  const edits = useUnsavedEdits(props);
  const { isClosed } = edits;
  const { onPathOpen } = useDocumentPane();
  useEffect(() => {
    // The dialog of a section would hide the message, and would still accept text.
    if (isClosed) onPathOpen([]);
  }, [isClosed, onPathOpen]);
  return (
    <>
      {edits.unsaved && edits.changes.length > 0 ? (
        <UnsavedChanges {...edits} unsaved={edits.unsaved} type={props.schemaType} />
      ) : (
        edits.isOffline && <OfflineNotice />
      )}
      <div inert={isClosed}>{children}</div>
    </>
  );
}

type UnsavedChangesProps = Omit<ReturnType<typeof useUnsavedEdits>, 'unsaved'> & {
  unsaved: LocalEdit;
  type: SchemaType;
};

const note = 'Somebody else changed this too. If you restore your changes, yours replaces theirs.';

function UnsavedChanges(props: UnsavedChangesProps) {
  const { unsaved, changes, values, type, isRestorable, restore, discard } = props;
  const toast = useToast();
  const copy = () =>
    navigator.clipboard
      .writeText(changes.map(({ after }) => displayText(after)).join('\n\n'))
      .then(() => toast.push({ status: 'success', title: 'Copied' }));
  return (
    <Card tone="caution" border radius={2} padding={4}>
      <Stack gap={4}>
        <Text size={1} weight="semibold">
          Your changes from {formatTime(unsaved.at)} were not saved.{' '}
          {unsaved.why ?? 'The document has changed since.'}
        </Text>
        <ChangeList
          type={type}
          values={values}
          changes={changes.map((one) => (isRestorable && one.isConflict ? { ...one, note } : one))}
          sides={{ before: 'Now', after: 'Yours' }}
        />
        <Flex gap={2}>
          {isRestorable && (
            <Button text="Restore my changes" tone="primary" onClick={() => restore(unsaved)} />
          )}
          <Button text="Copy them" mode="ghost" onClick={copy} />
          <Button text="Discard them" mode="bleed" onClick={() => discard(unsaved)} />
        </Flex>
      </Stack>
    </Card>
  );
}

function OfflineNotice() {
  return (
    <Card
      tone="caution"
      border
      radius={2}
      padding={3}
      role="status"
      style={{ position: 'sticky', top: 0, zIndex: 9 }}
    >
      <Text size={1}>
        {navigator.onLine ? 'There is no connection.' : 'You are offline.'} Your changes are kept in this
        browser and saved when the connection is back.
      </Text>
    </Card>
  );
}
