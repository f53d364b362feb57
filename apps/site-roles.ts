/** An opening of the seed has 4 kB, so this is a booklet of one. What is kept of a deleted document holds all of it as text. */
const bytes = { opening: 256 * 1024, trashed: 1024 * 1024 };

/** Roles of the people who work on the site, beside administrator, editor and viewer, which the lake has itself. */
export const siteRoles = [
  {
    name: 'hr',
    title: 'HR',
    description: 'Reads all content, writes job openings with their redirects, and uploads pictures',
    grants: [
      { filter: '_id in path("**")', permissions: ['read', 'history'] },
      // Presentation keeps the secret of a preview in a document of its own.
      {
        filter: '_type in ["jobOpening", "sanity.previewUrlSecret"]',
        permissions: ['create', 'update'],
        maxBytes: bytes.opening,
      },
      // An opening that moves or goes takes its visitors along.
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
      // Uploads; a picture that is there may be another person's, and shown on any page.
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
