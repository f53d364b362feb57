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

/** The one table of access. Site and accounts enforce it, the Studio hides the rest; the lake's grants are tested by it. */
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
  },
  editor: {
    people: 'editors',
    may: ['readContent', 'editContent', 'editOpenings', 'answerEnquiries', 'seeVisits'],
  },
  hr: { people: 'HR', may: ['readContent', 'editOpenings'] },
  finance: { people: 'finance', may: ['handlePayments'] },
  viewer: { people: 'viewers', may: ['readContent'] },
} satisfies Record<string, { people: string; may: Capability[] }>;

export type RoleName = keyof typeof roles;

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
