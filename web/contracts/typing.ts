/**
 * BroadcastChannel of the Studio's unsaved edits: `{document}` with its `_id`. It works within one origin; elsewhere
 * previews follow stored drafts.
 */
export const typingChannel = 'typing';
