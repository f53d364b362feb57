/** The perspective that the Studio chose for a preview. */
export const perspectiveCookie = 'preview-perspective';
