export type Capability =
  /** Content and drafts, previews too. */
  | 'readContent'
  | 'editContent'
  | 'editOpenings'
  | 'answerEnquiries'
  /** Payments, refunds and pay links. */
  | 'handlePayments'
  | 'managePeople'
  /** Any question to the content API, in the Studio's tool for developers. */
  | 'queryContent';

/**
 * Who may do what: the one table. The site and the accounts enforce it, the Studio hides the rest, and the grants that the content
 * lake is started with are tested against it. Custom roles of hosted Sanity have the same names.
 */
export const roles = {
  administrator: {
    people: 'administrators',
    may: [
      'readContent',
      'editContent',
      'editOpenings',
      'answerEnquiries',
      'handlePayments',
      'managePeople',
      'queryContent',
    ],
  },
  editor: { people: 'editors', may: ['readContent', 'editContent', 'editOpenings', 'answerEnquiries'] },
  hr: { people: 'HR', may: ['readContent', 'editOpenings'] },
  finance: { people: 'finance', may: ['handlePayments'] },
  viewer: { people: 'viewers', may: ['readContent'] },
} satisfies Record<string, { people: string; may: Capability[] }>;

export type RoleName = keyof typeof roles;

/** Whether somebody may do this in any of their roles. A role that the table does not know may nothing. */
export function may(names: string[], capability: Capability): boolean {
  return Object.entries<{ may: Capability[] }>(roles).some(
    ([name, role]) => names.includes(name) && role.may.includes(capability),
  );
}

/** Those who may do this, for people to read: "administrators and finance". */
export function peopleWho(capability: Capability): string {
  const all = Object.values<{ people: string; may: Capability[] }>(roles);
  return new Intl.ListFormat('en').format(
    all.filter((role) => role.may.includes(capability)).map(({ people }) => people),
  );
}
