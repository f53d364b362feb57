import { hasPassed } from './days.ts';
import { propertyOf, textOf } from './property.ts';

/** The public site shows only confirmed claims. */
type ClaimState = 'confirmed' | 'sample' | 'expired' | 'missing';

/** Returns the state of a claim's evidence today in India. Evidence is valid through its last day. */
export function claimState(evidence: unknown): ClaimState {
  if (propertyOf(evidence, 'isSample') === true) return 'sample';
  if (!['source', 'date', 'confirmedBy'].every((field) => textOf(evidence, field)?.trim())) return 'missing';
  return hasPassed(textOf(evidence, 'validUntil')) ? 'expired' : 'confirmed';
}

export interface Claim {
  /** Document id and field path, as in the Studio's URLs. */
  id: string;
  type: string;
  path: string;
  kind: string;
  title: string;
  state: ClaimState;
  /** The last day (ISO) on which the evidence is valid. */
  until?: string | undefined;
}

/** Types that hold a claim, with the name of the claim and the fields that make up its title. */
const claimKinds: Record<string, { kind: string; title: string[]; onlyFigure?: true }> = {
  businessFigure: { kind: 'Figure', title: ['value', 'label'] },
  testimonial: { kind: 'Testimonial', title: ['person'] },
  successStory: { kind: 'Success story', title: ['client', 'result'] },
  caseStudy: { kind: 'Case study', title: ['title'] },
  textBlock: { kind: 'Text', title: ['heading'] },
  person: { kind: 'Person', title: ['name'] },
  // The figure is the claim; the other texts of a price are checked for promises.
  priceItem: { kind: 'Price', title: ['title'], onlyFigure: true },
  promise: { kind: 'Promise', title: ['label'] },
  bankAccount: { kind: 'Bank account', title: ['details'] },
};

/** Returns the kind of claim a value makes. A text block makes a claim only if it has evidence. */
export function findClaimKind(value: unknown) {
  const type = textOf(value, '_type') ?? '';
  return type === 'textBlock' && !propertyOf(value, 'evidence') ? undefined : claimKinds[type];
}

export const claimsQuery = `*[_id in path("*") && (
  _type in ["siteSettings", "testimonial", "caseStudy", "person"] ||
  count(sections[_type in ["successStories", "priceGuide"] || defined(evidence)]) > 0 || count(overrides[defined(evidence)]) > 0
)] | order(_type desc, _id asc)`;

export const findClaims = (documents: readonly unknown[]): Claim[] =>
  documents.flatMap((document) => {
    const [id = '', type = ''] = [textOf(document, '_id'), textOf(document, '_type')];
    return Array.from(walkClaims(document, ''), (claim) => ({ ...claim, id, type }));
  });

function* walkClaims(value: unknown, path: string): Generator<Omit<Claim, 'id' | 'type'>> {
  if (typeof value !== 'object' || value === null) return;
  const evidence = propertyOf(value, 'evidence');
  const known = findClaimKind(value);
  const at = (name: string, member: unknown) => {
    if (!Array.isArray(value)) return path ? `${path}.${name}` : name;
    return `${path}[_key=="${textOf(member, '_key')}"]`;
  };
  if (known) {
    const title = known.title.map((name) => textOf(value, name) ?? '').join(' ');
    yield {
      path: at('evidence', evidence),
      kind: known.kind,
      title,
      state: claimState(evidence),
      until: textOf(evidence, 'validUntil'),
    };
  }
  for (const [name, member] of Object.entries(value)) yield* walkClaims(member, at(name, member));
}
