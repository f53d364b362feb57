/** A document that lets whoever has its link see one page as it is in drafts: `{document, until}`. */
export const shareType = 'previewShare';

/** With a dot in it, so that only who may read drafts reads it. What follows is the secret of the link. */
export const sharePrefix = `${shareType}.`;

/** The address of a share on the site. */
export const sharePath = (id: string) => `/api/draft-mode/enable?share=${id.slice(sharePrefix.length)}`;
