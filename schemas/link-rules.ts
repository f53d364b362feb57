/** Matches a path of this site: `/contact`, `/careers#openings` or `#openings`, but not `//other.site`. */
const sitePath = /^(?:\/(?![/\\])[\w\-./~%]*)?(?:\?[\w\-.~%=&+*]*)?(?:#[\w-]+)?$/;

export function checkSitePath(path: string | undefined): true | string {
  if (!path) return 'Enter the path, for example /contact or #openings.';
  if (/^[a-z][a-z0-9+.-]*:/i.test(path)) return 'This is a full address. Select "Another website" for it.';
  return sitePath.test(path) || 'Begin the path with / or #. Do not use spaces. For example: /contact.';
}

export function checkWebAddress(address: string | undefined): true | string {
  if (!address) return 'Enter the full address, beginning with https://';
  if (!URL.canParse(address))
    return 'This is not a web address. Enter it in full, for example https://example.com/page';
  const { protocol } = new URL(address);
  return (
    protocol === 'https:' || protocol === 'http:' || 'Enter an address that begins with https:// or http://'
  );
}
