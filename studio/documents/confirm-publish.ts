import { useState } from 'react';
import type { DocumentActionComponent, DocumentActionDescription } from 'sanity';
import type { SingletonType } from '#studio/singletons.ts';

/** What publishing a singleton changes; nobody sees that from its form. */
const consequences: Record<SingletonType, string> = {
  siteSettings: 'These settings are part of every page. All pages change as soon as they are published.',
  cityPageTemplate: 'This text is part of every city page. All of them change as soon as it is published.',
};

/** An action that asks before it does what it does. */
function useQuestion(action: DocumentActionDescription | null, message: string) {
  const [isAsking, setAsking] = useState(false);
  if (!action || !isAsking) return action && { ...action, onHandle: () => setAsking(true) };
  return {
    ...action,
    dialog: {
      type: 'confirm' as const,
      tone: 'caution' as const,
      message,
      confirmButtonText: 'Publish',
      onCancel: () => setAsking(false),
      onConfirm: () => {
        setAsking(false);
        action.onHandle?.();
      },
    },
  };
}

/** The Studio's publish action for a singleton, with a question before it. */
export function confirmingPublish(
  publish: DocumentActionComponent,
  type: SingletonType,
): DocumentActionComponent {
  const action: DocumentActionComponent = (props) => useQuestion(publish(props), consequences[type]);
  action.action = publish.action;
  return action;
}
