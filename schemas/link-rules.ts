/** A path of this site: `/contact`, `/careers#openings` or `#openings`; never `//other.site`. */
const sitePath = /^(?:\/(?![/\\])[\w\-./~%]*)?(?:\?[\w\-.~%=&+*]*)?(?:#[\w-]+)?$/;

export function checkSitePath(path: string | undefined): true | string {
  if (!path) return 'Write the path, for example /contact or #openings.';
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return 'This is a full address. Choose "Another website" for it.';
  return (
    sitePath.test(path) ||
    'A path begins with / (or # for a place on the same page) and has no spaces: /contact.'
  );
}

export function checkWebAddress(address: string | undefined): true | string {
  if (!address) return 'Write the full address, beginning with https://';
  if (!URL.canParse(address)) return 'This is not a web address. Write it in full: https://example.com/page';
  const { protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' || 'Only https:// and http:// addresses are allowed.';
}
