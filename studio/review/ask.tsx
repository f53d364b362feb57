import { CommentIcon } from '@sanity/icons/Comment';
import { Box, Dialog } from '@sanity/ui';
import { useEffect, useRef, useState } from 'react';
import {
  type DocumentActionComponent,
  type DocumentActionProps,
  type Path,
  pathToString,
  useCurrentUser,
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
    const { id, type, draft } = props;
    const needsApproval = useApprovalTypes().includes(type);
    const entries = useReview(id);
    if (!description || !draft || !needsApproval) return description;
    if (isApproved(entries, { versionId: draft._id, revision: draft._rev }, user?.id)) return description;
    const title = 'Somebody else must approve this text before it is published';
    return { ...description, ...dialog, label: 'Ask for approval', title, disabled: false };
  };
  action.action = publish.action;
  return action;
}

function useAskDialog({ id, type }: DocumentActionProps) {
  const { focusPath } = useDocumentPane();
  // The field loses the focus when the editor opens the menu.
  const last = useRef({ id, path: focusPath });
  useEffect(() => {
    if (focusPath.length > 0 || last.current.id !== id) last.current = { id, path: focusPath };
  }, [id, focusPath]);
  const [path, setPath] = useState<Path>();
  const component = path && <AskDialog {...{ type, path, onClose: () => setPath(undefined) }} />;
  const dialog = component && { type: 'custom' as const, component };
  return { onHandle: () => setPath(last.current.path), dialog };
}

function AskDialog({ type, path, onClose }: { type: string; path: Path; onClose(): void }) {
  const { value, schemaType } = useDocumentPane();
  const entries = useReview(value._id);
  const about = path.length > 0 && {
    field: pathToString(path),
    fieldTitle: fieldTitle(schemaType, [value], path),
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
