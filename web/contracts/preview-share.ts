/** A document whose link shows the drafts of one page: `{document, until}`. */
export const shareType = 'previewShare';

/** The dot hides it from readers without access to drafts; the rest of the id is the link's secret. */
export const sharePrefix = `${shareType}.`;

/** The path of a share's link. */
export const sharePath = (id: string) => `/api/draft-mode/enable?share=${id.slice(sharePrefix.length)}`;
