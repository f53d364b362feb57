export type Capability =
  /** Content and drafts, including previews. */
  | 'readContent'
  | 'editContent'
  | 'editOpenings'
  | 'answerEnquiries'
  /** How often pages were seen, and what brought visitors. */
  | 'seeVisits'
  /** Payments, refunds and pay links. */
  | 'handlePayments'
  | 'managePeople';

/** A role in the content lake. Each grant allows its permissions on the documents that match its GROQ filter. */
type LakeRole = {
  title: string;
  description: string;
  /** `maxBytes` limits a document written under the grant, as JSON. */
  grants: { filter: string; permissions: ('read' | 'history' | 'create' | 'update')[]; maxBytes?: number }[];
};

/** Bytes; the seed's openings have 4 kB. A deleted document is kept whole, as text. */
const bytes = { opening: 256 * 1024, trashed: 1024 * 1024 };

/**
 * The one table of access. Site and accounts enforce `may`, the Studio hides the rest. The content lake enforces `inLake`;
 * it brings three roles along.
 */
export const roles = {
  administrator: {
    people: 'administrators',
    may: [
      'readContent',
      'editContent',
      'editOpenings',
      'answerEnquiries',
      'seeVisits',
      'handlePayments',
      'managePeople',
    ],
    inLake: 'built-in',
  },
  editor: {
    people: 'editors',
    may: ['readContent', 'editContent', 'editOpenings', 'answerEnquiries', 'seeVisits'],
    inLake: 'built-in',
  },
  hr: {
    people: 'HR',
    may: ['readContent', 'editOpenings'],
    inLake: {
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
  },
  finance: {
    people: 'finance',
    may: ['handlePayments'],
    inLake: {
      title: 'Finance',
      description: 'Sees payments and refunds them; neither reads nor changes content',
      grants: [],
    },
  },
  viewer: { people: 'viewers', may: ['readContent'], inLake: 'built-in' },
} satisfies Record<string, { people: string; may: Capability[]; inLake: LakeRole | 'built-in' }>;

export type RoleName = keyof typeof roles;

/** The roles that a start hands to the content lake. */
export const lakeRoles = Object.entries(roles).flatMap(([name, { inLake }]) =>
  inLake === 'built-in' ? [] : [{ name, ...inLake }],
);

/** Whether any of the roles has the capability; unknown roles have none. */
export function may(names: string[], capability: Capability): boolean {
  return Object.entries<{ may: Capability[] }>(roles).some(
    ([name, role]) => names.includes(name) && role.may.includes(capability),
  );
}

/** For people to read: "administrators and finance". */
export function peopleWho(capability: Capability): string {
  const all = Object.values<{ people: string; may: Capability[] }>(roles);
  return new Intl.ListFormat('en').format(
    all.filter((role) => role.may.includes(capability)).map(({ people }) => people),
  );
}
