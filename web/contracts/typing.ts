/**
 * The channel between the tabs and frames of one browser on which the Studio says what its form holds, before it is
 * stored: `{document}`, with its `_id`. Only on the site's own address; elsewhere previews follow what is stored.
 */
export const typingChannel = 'typing';
