import { type DocumentActionProps, useParseErrors, useSyncState, useValidationStatus } from 'sanity';
import { useDocumentPane } from 'sanity/structure';

/**
 * Returns whether the validation belongs to the stored draft, and whether a field holds text that it cannot read, such as
 * an incomplete date. Sanity marks such a field, but would publish the value from before.
 */
export function useFormState(id: string, type: string, draft: DocumentActionProps['draft']) {
  const { value } = useDocumentPane();
  const { isValidating, revision } = useValidationStatus(value._id, type, true);
  const { isSyncing } = useSyncState(id, type);
  return {
    isSettled: !isSyncing && !isValidating && (!draft || revision === draft._rev),
    isUnreadable: Object.keys(useParseErrors()).length > 0,
  };
}
