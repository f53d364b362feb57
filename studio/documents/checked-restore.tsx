import type { DocumentActionComponent } from 'sanity';
import { fromNow } from '#studio/ui/labels.ts';

/**
 * Wraps the Restore action: its confirmation says when the current version was published. A colleague may have published it
 * while the user looked at the history.
 */
export function checkedRestore(restore: DocumentActionComponent): DocumentActionComponent {
  const action: DocumentActionComponent = (props) => {
    const described = restore(props);
    const { published } = props;
    if (!described || !published || !described.dialog || described.dialog.type !== 'confirm')
      return described;
    const message = (
      <>
        {described.dialog.message} Publishing then replaces what was published {fromNow(published._updatedAt)}
        .
      </>
    );
    return { ...described, dialog: { ...described.dialog, message } };
  };
  action.action = restore.action;
  return action;
}
