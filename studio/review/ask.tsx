import { CommentIcon } from '@sanity/icons/Comment';
import { Box, Dialog } from '@sanity/ui';
import { useState } from 'react';
import {
  type DocumentActionComponent,
  type DocumentActionProps,
  pathToString,
  useCurrentUser,
  useEditState,
} from 'sanity';
import { useDocumentPane } from 'sanity/structure';
import { fieldTitle } from '#studio/content/fields.ts';
import { Conversation } from './conversation.tsx';
import { isApproved, mayReview } from './review.ts';
import { useApprovalTypes, useReview } from './use-review.ts';

/** Asks a person or a role to check the document. */
export const askForCheck: DocumentActionComponent = (props) => {
  const dialog = useAskDialog(props);
  const isOffered = mayReview(useCurrentUser(), props.type);
  return isOffered ? { label: 'Ask for a check', icon: CommentIcon, ...dialog } : null;
};

/** Replaces Publish by Ask for approval while an approval is missing. The content lake refuses to publish anyway. */
export function publishAfterApproval(publish: DocumentActionComponent): DocumentActionComponent {
  const action: DocumentActionComponent = (props) => {
    const description = publish(props);
    const dialog = useAskDialog(props);
    const user = useCurrentUser();
    const { draft } = useEditState(props.id, props.type);
    const needsApproval = useApprovalTypes().includes(props.type);
    const entries = useReview(props.id);
    if (!description || !draft || !needsApproval) return description;
    if (isApproved(entries, { versionId: draft._id, revision: draft._rev }, user?.id)) return description;
    const title = 'Somebody else must approve this text before it is published';
    return { ...description, ...dialog, label: 'Ask for approval', title, disabled: false };
  };
  action.action = publish.action;
  return action;
}

function useAskDialog({ type }: DocumentActionProps) {
  const [isOpen, setOpen] = useState(false);
  const component = <AskDialog type={type} onClose={() => setOpen(false)} />;
  return { onHandle: () => setOpen(true), dialog: isOpen && { type: 'custom' as const, component } };
}

function AskDialog({ type, onClose }: { type: string; onClose(): void }) {
  const { value, focusPath, schemaType } = useDocumentPane();
  const entries = useReview(value._id);
  const about = focusPath.length > 0 && {
    field: pathToString(focusPath),
    fieldTitle: fieldTitle(schemaType, [value], focusPath),
  };
  return (
    <Dialog id="ask-for-check" header="Ask for a check" width={1} onClose={onClose}>
      <Box padding={4}>
        <Conversation
          {...{ id: value._id, revision: value._rev, type, entries, onSent: onClose }}
          about={about || undefined}
        />
      </Box>
    </Dialog>
  );
}
