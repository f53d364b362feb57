import { useState } from 'react';
import type { DocumentActionComponent, DocumentActionDescription, DocumentActionProps } from 'sanity';

/** What an editor is asked before a document is published. */
export type Question = {
  /** What publishing changes beyond the document itself; nobody sees that from its form. */
  message: string;
  confirm: string;
  /** What else happens when the answer is yes. */
  onConfirm?: () => void;
};

/** An action that asks before it does what it does; without a question it does it at once. */
function useAsking(action: DocumentActionDescription | null, question: Question | null) {
  const [isAsking, setAsking] = useState(false);
  if (!action || !question) return action;
  if (!isAsking) return { ...action, onHandle: () => setAsking(true) };
  return {
    ...action,
    dialog: {
      type: 'confirm' as const,
      tone: 'caution' as const,
      message: question.message,
      confirmButtonText: question.confirm,
      onCancel: () => setAsking(false),
      onConfirm: () => {
        setAsking(false);
        question.onConfirm?.();
        action.onHandle?.();
      },
    },
  };
}

/** The Studio's publish action with a question before it; `useQuestion` says which, or null for none. */
export function confirmingPublish(
  publish: DocumentActionComponent,
  useQuestion: (props: DocumentActionProps) => Question | null,
): DocumentActionComponent {
  const action: DocumentActionComponent = (props) => useAsking(publish(props), useQuestion(props));
  action.action = publish.action;
  return action;
}
