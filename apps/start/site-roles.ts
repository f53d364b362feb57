/** Bytes; the seed's openings have 4 kB. A deleted document is kept whole, as text. */
const bytes = { opening: 256 * 1024, trashed: 1024 * 1024 };

/** The site's roles, beside the lake's own. */
export const siteRoles = [
  {
    name: 'hr',
    title: 'HR',
    description: 'Reads all content, writes job openings with their redirects, and uploads pictures',
    grants: [
      { filter: '_id in path("**")', permissions: ['read', 'history'] },
      // Presentation stores a preview's secret in a document.
      {
        filter: '_type in ["jobOpening", "sanity.previewUrlSecret"]',
        permissions: ['create', 'update'],
        maxBytes: bytes.opening,
      },
      // Redirects for openings that move or go.
      {
        filter:
          '_type == "redirect" && string::startsWith(from, "/careers/") && string::startsWith(to, "/") && !string::startsWith(to, "//")',
        permissions: ['create', 'update'],
        maxBytes: bytes.opening,
      },
      // The Studio's copy of a deleted document.
      {
        filter: '_type == "trashedDocument" && documentType == "jobOpening"',
        permissions: ['create', 'update'],
        maxBytes: bytes.trashed,
      },
      // Uploads only; existing pictures may be other people's.
      { filter: '_type == "sanity.imageAsset"', permissions: ['create'], maxBytes: bytes.opening },
    ],
  },
  {
    name: 'finance',
    title: 'Finance',
    description: 'Sees payments and refunds them; neither reads nor changes content',
    grants: [],
  },
];
