/** Who may do what. A grant says: documents that match the filter may be used in these ways. */
export type Permission = 'read' | 'create' | 'update' | 'history' | 'editHistory' | 'manage';
export type Grant = { filter: string; permissions: Permission[] };

export const roleNames = ['administrator', 'editor', 'hr', 'viewer'] as const;
export type RoleName = (typeof roleNames)[number];

type Role = {
  title: string;
  description: string;
  /** What the one-click user of this role is called. */
  userName: string;
  grants: Grant[];
};

const everything = '_id in path("**")';

export const roles: Record<RoleName, Role> = {
  administrator: {
    title: 'Administrator',
    description: 'Reads and writes everything, manages datasets',
    userName: 'Local administrator',
    grants: [
      { filter: everything, permissions: ['read', 'create', 'update', 'history', 'editHistory', 'manage'] },
    ],
  },
  editor: {
    title: 'Editor',
    description: 'Reads and writes all content',
    userName: 'Local editor',
    grants: [{ filter: everything, permissions: ['read', 'create', 'update', 'history'] }],
  },
  hr: {
    title: 'HR',
    description: 'Reads all content, writes job openings and uploads pictures',
    userName: 'Local HR manager',
    grants: [
      { filter: everything, permissions: ['read', 'history'] },
      // Presentation keeps the secret of a preview in a document of its own.
      {
        filter: '_type in ["jobOpening", "sanity.previewUrlSecret"]',
        permissions: ['create', 'update'],
      },
      // Uploads; a picture that is there may be another person's, and shown on any page.
      { filter: '_type == "sanity.imageAsset"', permissions: ['create'] },
    ],
  },
  viewer: {
    title: 'Viewer',
    description: 'Reads all content and drafts, writes nothing',
    userName: 'Local viewer',
    grants: [{ filter: everything, permissions: ['read', 'history'] }],
  },
};

/** A role as Sanity's API describes one. */
export function describeRole(name: RoleName) {
  const { title, description } = roles[name];
  return { name, title, description };
}

/** What a request without a token may do: read published content. */
export const anonymousGrants: Grant[] = [{ filter: '_id in path("*")', permissions: ['read'] }];
