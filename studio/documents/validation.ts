import {
  type DocumentActionProps,
  mergeParseErrors,
  type SanityDocumentLike,
  type SchemaType,
  useDocumentPairPermissions,
  useParseErrors,
  useSyncState,
  useValidationStatus,
  type ValidationMarker,
} from 'sanity';
import { useDocumentPane } from 'sanity/structure';
import { fieldsOf } from '#studio/content/fields.ts';
import type { Field } from '#studio/publishing/effects.ts';

/** Returns the invalid fields of the open document; none if the user may not publish it. */
export function useValidation(id: string, type: string, draft: DocumentActionProps['draft']) {
  const { schemaType, value } = useDocumentPane();
  const { validation, isValidating, revision } = useValidationStatus(value._id, type, true);
  const { isSyncing } = useSyncState(id, type);
  const [permission] = useDocumentPairPermissions({ id, type, permission: 'publish' });
  const problems = mergeParseErrors(validation, useParseErrors());
  return {
    isSettled: !isSyncing && !isValidating && (!draft || revision === draft._rev),
    invalidFields: permission?.granted ? findInvalidFields(schemaType, value, problems) : [],
  };
}

/** Returns each field with errors once, with its first problem and with the title that editors see. */
export function findInvalidFields(
  type: SchemaType,
  value: SanityDocumentLike,
  problems: readonly ValidationMarker[],
) {
  const errors = problems.filter(({ level }) => level === 'error');
  const fields = errors.length > 0 ? [...fieldsOf(type, value)] : [];
  const titles = new Map(fields.map(({ path, titles }) => [JSON.stringify(path), titles.join(' › ')]));
  const broken = new Map<string, Field>();
  for (const { message, path } of errors) {
    // Editors see a slug, or an object without values, as one field.
    let field = path.at(-1) === 'current' ? path.slice(0, -1) : path;
    while (field.length > 0 && !titles.has(JSON.stringify(field))) field = field.slice(0, -1);
    const key = JSON.stringify(field);
    if (!broken.has(key))
      broken.set(key, { title: titles.get(key) ?? 'This document', path: field, problem: message });
  }
  return [...broken.values()];
}
