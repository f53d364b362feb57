import { CommentIcon } from '@sanity/icons/Comment';
import { Box, Dialog } from '@sanity/ui';
import { useState } from 'react';
import { type DocumentActionComponent, type DocumentActionProps, useCurrentUser, useEditState } from 'sanity';
import { Conversation } from './conversation.tsx';
import { isApproved } from './review.ts';
import { useReview } from './use-review.ts';

/** Asks a person or a role to check the document. */
export const askForCheck: DocumentActionComponent = (props) => ({
  label: 'Ask for a check',
  icon: CommentIcon,
  ...useAskDialog(props),
});

/** Replaces Publish by Ask for approval while an approval is missing. The content lake refuses to publish anyway. */
export function publishAfterApproval(publish: DocumentActionComponent): DocumentActionComponent {
  const action: DocumentActionComponent = (props) => {
    const description = publish(props);
    const dialog = useAskDialog(props);
    const user = useCurrentUser();
    const { draft } = useEditState(props.id, props.type);
    const { entries, types } = useReview(props.id);
    if (!description || !draft || !types.includes(props.type)) return description;
    if (isApproved(entries, draft._rev, user?.id)) return description;
    const title = 'Somebody else must approve this text before it is published';
    return { ...description, ...dialog, label: 'Ask for approval', title, disabled: false };
  };
  action.action = publish.action;
  return action;
}

function useAskDialog(props: DocumentActionProps) {
  const [isOpen, setOpen] = useState(false);
  const component = <AskDialog {...props} onClose={() => setOpen(false)} />;
  return { onHandle: () => setOpen(true), dialog: isOpen && { type: 'custom' as const, component } };
}

function AskDialog({ id, type, onClose }: DocumentActionProps & { onClose(): void }) {
  const { entries } = useReview(id);
  const { draft, published } = useEditState(id, type);
  const revision = (draft ?? published)?._rev;
  return (
    <Dialog id="ask-for-check" header="Ask for a check" width={1} onClose={onClose}>
      <Box padding={4}>
        <Conversation {...{ id, type, entries, revision }} onSent={onClose} />
      </Box>
    </Dialog>
  );
}
