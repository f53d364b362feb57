/**
 * Name of the BroadcastChannel on which the Studio sends unsaved edits, as `{document}` with its `_id`. Previews on
 * another origin do not receive them, so they follow stored drafts.
 */
export const typingChannel = 'typing';
