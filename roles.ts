export type Capability =
  /** Read content and drafts, including previews. */
  | 'readContent'
  | 'editContent'
  | 'editOpenings'
  | 'answerEnquiries'
  /** Read applications with their CVs, and answer them. */
  | 'handleApplications'
  /** See page views and their sources. */
  | 'seeVisits'
  /** Handle payments, refunds and payment links. */
  | 'handlePayments'
  /** Find, export and erase all data of one person. */
  | 'handlePersonalData'
  | 'managePeople';

/** A role in the content lake. Each grant allows its permissions on the documents that match its GROQ filter. */
type LakeRole = {
  title: string;
  description: string;
  /** `maxBytes` limits the JSON size of each document written under the grant. */
  grants: { filter: string; permissions: ('read' | 'history' | 'create' | 'update')[]; maxBytes?: number }[];
};

/** Maximum document sizes in bytes. The seed's openings are about 4 kB. A trash entry holds the document as text. */
const bytes = { opening: 256 * 1024, trashed: 1024 * 1024 };

/**
 * All access rights. The site and `apps/accounts` enforce `may`, and the Studio hides what a role may not do. The
 * content lake enforces `inLake`; the roles that are `built-in` come with the lake.
 */
export const roles = {
  administrator: {
    people: 'administrators',
    may: [
      'readContent',
      'editContent',
      'editOpenings',
      'answerEnquiries',
      'handleApplications',
      'seeVisits',
      'handlePayments',
      'handlePersonalData',
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
    people: 'HR staff',
    may: ['readContent', 'editOpenings', 'handleApplications'],
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
        // Redirects for openings that move or are deleted.
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
        // Notes and approvals of openings. The content lake accepts only entries in the person's own name.
        {
          filter: '_type == "review" && documentType == "jobOpening"',
          permissions: ['create', 'update'],
          maxBytes: bytes.opening,
        },
        // Uploads only: existing pictures may belong to other people.
        { filter: '_type == "sanity.imageAsset"', permissions: ['create'], maxBytes: bytes.opening },
      ],
    },
  },
  finance: {
    people: 'finance',
    may: ['handlePayments'],
    inLake: {
      title: 'Finance',
      description: 'Sees and refunds payments; cannot read or change content',
      grants: [],
    },
  },
  viewer: { people: 'viewers', may: ['readContent'], inLake: 'built-in' },
} satisfies Record<string, { people: string; may: Capability[]; inLake: LakeRole | 'built-in' }>;

export type RoleName = keyof typeof roles;

/** Limits the drafts of assistants: no bank account or contact details, no approval rules, no evidence of claims. */
export const assistantLimits = {
  closed: '_type in ["siteSettings", "approvalRules"]',
  peopleOnly: ['evidence'],
};

/** The roles that the starter passes to the content lake. */
export const lakeRoles = Object.entries(roles).flatMap(([name, { inLake }]) =>
  inLake === 'built-in' ? [] : [{ name, ...inLake }],
);

/** Returns whether any of the roles has the capability. Unknown roles have none. */
export function may(names: string[], capability: Capability): boolean {
  return Object.entries<{ may: Capability[] }>(roles).some(
    ([name, role]) => names.includes(name) && role.may.includes(capability),
  );
}

/** Returns a readable list of the roles that have a capability, for example "administrators and finance". */
export function peopleWho(capability: Capability): string {
  const all = Object.values<{ people: string; may: Capability[] }>(roles);
  return new Intl.ListFormat('en').format(
    all.filter((role) => role.may.includes(capability)).map(({ people }) => people),
  );
}
