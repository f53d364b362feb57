import { useState } from 'react';
import type { DocumentActionComponent, DocumentActionDescription, DocumentActionProps } from 'sanity';

/** What an editor is asked before a document is published. */
export type Question = {
  /** What publishing changes beyond the document, which its form does not show. */
  message: string;
  confirm: string;
  /** What else happens when the answer is yes. */
  onConfirm?: () => void;
};

/** An action that asks for confirmation first, if there is a question. */
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

/** The Studio's publish action with a confirmation; `useQuestion` returns null for none. */
export function confirmingPublish(
  publish: DocumentActionComponent,
  useQuestion: (props: DocumentActionProps) => Question | null,
): DocumentActionComponent {
  const action: DocumentActionComponent = (props) => useAsking(publish(props), useQuestion(props));
  action.action = publish.action;
  return action;
}
