/** Document type of a preview link for one page: `{document, until}`. */
export const shareType = 'previewShare';

/** The dot hides the document from readers without access to drafts. The rest of the id is the link's secret. */
export const sharePrefix = `${shareType}.`;

/** @example sharePath('previewShare.abc') // '/api/draft-mode/enable?share=abc' */
export const sharePath = (id: string) => `/api/draft-mode/enable?share=${id.slice(sharePrefix.length)}`;
