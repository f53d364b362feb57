/** Cookie with the perspective that an editor chose for a preview in the Studio. */
export const perspectiveCookie = 'preview-perspective';
