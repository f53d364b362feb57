/**
 * BroadcastChannel of the Studio's unsaved edits: `{document}` with its `_id`. Previews on another origin do not get
 * these messages and follow stored drafts.
 */
export const typingChannel = 'typing';
