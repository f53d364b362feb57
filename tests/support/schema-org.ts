import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export type JsonNode = { [key: string]: unknown };

const packageFile = createRequire(import.meta.url).resolve('schema-dts');
const source = readFileSync(path.join(path.dirname(packageFile), 'schema.d.ts'), 'utf8');
/** Names of schema.org's properties, and of its types in quotation marks. */
const vocabulary = new Set(source.match(/"\w+"(?=[?;])/g)?.map((name) => name.slice(1, -1)));

export function isNode(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/**
 * Returns types and properties of a node, and of nodes inside it, that schema.org does not have. The compiler checks which
 * properties and values a type may have, but not the properties that are spread into a node.
 */
export function unknownNames(node: JsonNode): string[] {
  return Object.entries(node).flatMap(([key, value]) => {
    const names = key === '@type' ? listOf(value).map(String) : key.startsWith('@') ? [] : [key];
    return [
      ...names.filter((name) => !vocabulary.has(name)),
      ...listOf(value).filter(isNode).flatMap(unknownNames),
    ];
  });
}

type Requirement = string | { oneOf: string[] };

/** Google's requirements by type (developers.google.com/search/docs/appearance/structured-data). */
const required: Record<string, Requirement[]> = {
  Organization: ['name', 'url'],
  ProfessionalService: ['name', 'address', 'telephone', 'openingHoursSpecification', 'url'],
  PostalAddress: ['addressCountry', 'addressLocality', 'addressRegion'],
  OpeningHoursSpecification: ['dayOfWeek', 'opens', 'closes'],
  GeoCoordinates: ['latitude', 'longitude'],
  WebSite: ['name', 'url'],
  BreadcrumbList: ['itemListElement'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  JobPosting: [
    'title',
    'description',
    'datePosted',
    'hiringOrganization',
    { oneOf: ['jobLocation', 'applicantLocationRequirements'] },
  ],
  Service: ['name'],
  Article: ['headline', 'image', 'datePublished', 'dateModified', 'author'],
};

/** Returns properties that Google requires and that a node, or a node inside it, lacks. */
export function missingForGoogle(node: JsonNode, at = String(node['@type'])): string[] {
  if (Object.keys(node).length === 1 && '@id' in node) return [];
  const type = String(node['@type']);
  const own = (required[type] ?? []).flatMap((requirement) => {
    const names = typeof requirement === 'string' ? [requirement] : requirement.oneOf;
    return names.some((name) => name in node) ? [] : [`${at} needs ${names.join(' or ')}`];
  });
  const inner = Object.entries(node).flatMap(([key, value]) =>
    listOf(value)
      .filter(isNode)
      .flatMap((member) => missingForGoogle(member, `${at}.${key}`)),
  );
  return [...own, ...inner];
}

/** Returns all ids that nodes of a graph define, and all ids that they refer to. */
export function idsOf(nodes: readonly JsonNode[]): { defined: string[]; referred: string[] } {
  const defined: string[] = [];
  const referred: string[] = [];
  const visit = (node: JsonNode) => {
    const id = node['@id'];
    if (typeof id === 'string') ('@type' in node ? defined : referred).push(id);
    for (const value of Object.values(node)) listOf(value).filter(isNode).forEach(visit);
  };
  nodes.forEach(visit);
  return { defined, referred };
}
