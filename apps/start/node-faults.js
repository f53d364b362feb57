// Plain JavaScript, so that older versions of Node can run it.

/** Faults of Node that visitors or other servers can exploit. `fixedIn` has the first fixed version of each release line. */
const faults = [{ id: 'CVE-2026-111497', fixedIn: ['22.23.4', '24.22.1', '26.12.1'] }];

/**
 * Compares two versions, such as 20.19.0 and 22.18.
 * @param {string} version
 * @param {string} least
 */
export const isAtLeast = (version, least) => version.localeCompare(least, 'en', { numeric: true }) >= 0;

/**
 * Returns a sentence about a known fault of this version of Node, or ''.
 * @param {string} version
 */
export function findNodeFault(version) {
  const fault = faults.find(({ fixedIn }) => {
    const fixed = fixedIn.find((one) => parseInt(one, 10) === parseInt(version, 10)) ?? fixedIn.at(-1);
    return !isAtLeast(version, fixed);
  });
  if (!fault) return '';
  return `Node ${version} has a known security fault (${fault.id}). Install Node ${fault.fixedIn.at(-1)} or newer, then start again.`;
}
