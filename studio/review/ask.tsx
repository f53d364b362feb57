import { CommentIcon } from '@sanity/icons/Comment';
import { Box, Dialog } from '@sanity/ui';
import { useState } from 'react';
import { type DocumentActionComponent, type DocumentActionProps, useEditState } from 'sanity';
import { Conversation } from './conversation.tsx';
import { useNeedsApproval, useReview } from './use-review.ts';

/** Asks a person or a role to check the document. */
export const askForCheck: DocumentActionComponent = (props) => {
  const [isOpen, setOpen] = useState(false);
  return {
    label: 'Ask for a check',
    icon: CommentIcon,
    onHandle: () => setOpen(true),
    dialog: isOpen && dialogOf(props, () => setOpen(false)),
  };
};

/** Replaces Publish by Ask for approval while a document needs one. The content lake refuses to publish it anyway. */
export function publishAfterApproval(publish: DocumentActionComponent): DocumentActionComponent {
  const action: DocumentActionComponent = (props) => {
    const description = publish(props);
    const [isOpen, setOpen] = useState(false);
    const { draft } = useEditState(props.id, props.type);
    const isMissing = useNeedsApproval(props.id, props.type, draft?._rev);
    if (!description || !draft || !isMissing) return description;
    return {
      ...description,
      label: 'Ask for approval',
      title: 'Somebody else must approve this text before it is published',
      disabled: false,
      onHandle: () => setOpen(true),
      dialog: isOpen && dialogOf(props, () => setOpen(false)),
    };
  };
  action.action = publish.action;
  return action;
}

const dialogOf = (props: DocumentActionProps, onClose: () => void) => ({
  type: 'custom' as const,
  component: <AskDialog {...props} onClose={onClose} />,
});

function AskDialog({ id, type, onClose }: DocumentActionProps & { onClose(): void }) {
  const review = useReview(id);
  const { draft, published, version } = useEditState(id, type);
  const revision = (version ?? draft ?? published)?._rev;
  if (!review) return null;
  return (
    <Dialog id="ask-for-check" header="Ask for a check" width={1} onClose={onClose}>
      <Box padding={4}>
        <Conversation id={id} type={type} entries={review.entries} revision={revision} onSent={onClose} />
      </Box>
    </Dialog>
  );
}
