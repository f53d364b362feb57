export function describeAddress(published: string | null, edited: string | null): string {
  if (!edited)
    return published ? `On the site at ${published}` : 'Gets an address when the field Address is filled in';
  if (!published) return `Will be at ${edited} once it is published`;
  if (published === edited) return `On the site at ${published}`;
  if (published === '/') return 'The home page stays at /. Write home to keep it there.';
  return `Moves from ${published} to ${edited} when it is published. Links to the old address will lead there.`;
}
