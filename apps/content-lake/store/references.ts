/** One reference held by a document. A weak one does not hinder the deletion of its target. */
type Reference = { target: string; weak: boolean };

/** References anywhere in a document, but not to other datasets. A target referenced both ways counts as strong. */
export function referencesOf(document: unknown): Map<string, Reference> {
  const found = new Map<string, Reference>();
  collect(document, found);
  return found;
}

function collect(value: unknown, found: Map<string, Reference>) {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
    return;
  }
  if (
    '_ref' in value &&
    typeof value._ref === 'string' &&
    !('_dataset' in value) &&
    !('_projectId' in value)
  ) {
    const weak = '_weak' in value && value._weak === true;
    const known = found.get(value._ref);
    found.set(value._ref, { target: value._ref, weak: weak && (known?.weak ?? true) });
  }
  for (const child of Object.values(value)) collect(child, found);
}
