/**
 * Turns references that were weak only because their target was not published yet (`_strengthenOnPublish`) into what
 * the schema says: strong, or weak when the field itself is weak.
 */
export function strengthenReferences<T>(value: T): T;
export function strengthenReferences(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(strengthenReferences);
  const entries = Object.entries(value).map(([key, child]) => [key, strengthenReferences(child)] as const);
  if (!('_strengthenOnPublish' in value)) return Object.fromEntries(entries);
  const intended = value._strengthenOnPublish;
  const staysWeak =
    typeof intended === 'object' && intended !== null && 'weak' in intended && intended.weak === true;
  return Object.fromEntries(
    entries.filter(([key]) => key !== '_strengthenOnPublish' && (staysWeak || key !== '_weak')),
  );
}
