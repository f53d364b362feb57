/** Names what a preview shows, as the Studio has told it. */
export const perspectiveCookie = 'preview-perspective';
