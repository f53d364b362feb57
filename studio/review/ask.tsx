import { CommentIcon } from '@sanity/icons/Comment';
import { Box, Dialog } from '@sanity/ui';
import { useState } from 'react';
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionProps,
  useCurrentUser,
} from 'sanity';
import { useDocumentPane } from 'sanity/structure';
import { Conversation } from './conversation.tsx';
import { isApproved, mayReview } from './review.ts';
import { useApprovalTypes, useReview } from './use-review.ts';

/** Asks whoever may edit the document to check it. */
export const askForCheck: DocumentActionComponent = (props) => {
  const dialog = useAskDialog(props);
  const isOffered = mayReview(useCurrentUser(), props.type);
  return isOffered ? { label: 'Ask for a check', icon: CommentIcon, ...dialog } : null;
};

/** Replaces Publish by Ask for approval while an approval is missing. The content lake refuses to publish anyway. */
export function useApproval(publish: DocumentActionDescription | null, props: DocumentActionProps) {
  const dialog = useAskDialog(props);
  const user = useCurrentUser();
  const { id, type, draft } = props;
  const needsApproval = useApprovalTypes().includes(type);
  const entries = useReview(id);
  if (!publish || !draft || !needsApproval) return publish;
  if (isApproved(entries, { versionId: draft._id, revision: draft._rev }, user?.id)) return publish;
  const title = 'Somebody else must approve this text before it is published';
  return { ...publish, ...dialog, label: 'Ask for approval', title, disabled: false };
}

function useAskDialog({ type }: DocumentActionProps) {
  const [isOpen, setOpen] = useState(false);
  const component = isOpen && <AskDialog type={type} onClose={() => setOpen(false)} />;
  const dialog = component && { type: 'custom' as const, component };
  return { onHandle: () => setOpen(true), dialog };
}

function AskDialog({ type, onClose }: { type: string; onClose(): void }) {
  const { value } = useDocumentPane();
  const entries = useReview(value._id);
  return (
    // The focus stays in the note.
    <Dialog
      id="ask-for-check"
      header="Ask for a check"
      width={1}
      onClose={onClose}
      __unstable_autoFocus={false}
    >
      <Box padding={4}>
        <Conversation {...{ id: value._id, revision: value._rev, type, entries, onSent: onClose }} />
      </Box>
    </Dialog>
  );
}
