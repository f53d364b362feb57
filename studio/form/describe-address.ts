export function describeAddress(published: string | null, edited: string | null): string {
  if (published && (!edited || edited === published)) return `On the site at ${published}`;
  if (!edited) return 'Fill in the “Address” field to give this page an address';
  if (!published) return `Will be at ${edited} once it is published`;
  if (published === '/') return 'The home page must stay at “/”. Enter “home” as its address.';
  return `Moves from ${published} to ${edited} when it is published. The old address will redirect to the new one.`;
}
