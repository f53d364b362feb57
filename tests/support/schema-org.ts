import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

type Interface = { parents: string[]; properties: Map<string, string[]> };
export type JsonNode = { [key: string]: unknown };

const packageFile = createRequire(import.meta.url).resolve('schema-dts');
const source = readFileSync(path.join(path.dirname(packageFile), 'schema.d.ts'), 'utf8');

/** schema.org's vocabulary from schema-dts, which is generated from the official release. */
const interfaces = new Map<string, Interface>();
for (const [, name = '', parents = '', body = ''] of source.matchAll(
  /interface (\w+)(?:<[^>]*>)? extends ([^{]+)\{([\s\S]*?)\n\}/g,
)) {
  const properties = [...body.matchAll(/^ {4}"(\w+)"\?: SchemaValue<([^,]*), "\w+">;/gm)];
  interfaces.set(name, {
    parents: [...parents.matchAll(/\w+/g)].map(([parent]) => parent),
    properties: new Map(
      properties.map(([, property = '', range = '']) => [
        property,
        range.split('|').map((type) => type.trim()),
      ]),
    ),
  });
}

function lineage(name: string): string[] {
  return [name, ...(interfaces.get(name)?.parents ?? []).flatMap(lineage)];
}

/** Subtypes of each type: a ProfessionalService is a LocalBusiness. */
const subtypes = new Map<string, string[]>();
for (const [, name = '', union = ''] of source.matchAll(/^export type (\w+) = (\w+Leaf(?: \| \w+)*);$/gm))
  subtypes.set(name, union.split(' | ').slice(1));

function isA(type: string, supertype: string): boolean {
  return type === supertype || (subtypes.get(supertype) ?? []).some((subtype) => isA(type, subtype));
}

export function isNode(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Returns a node's violations of the vocabulary: unknown types and properties, values of the wrong type, empty values. */
export function vocabularyProblems(node: JsonNode, at = String(node['@type'])): string[] {
  const keys = Object.keys(node);
  if (keys.length === 1 && keys[0] === '@id') return [];
  const type = String(node['@type']);
  if (!interfaces.has(`${type}Leaf`)) return [`${at}: ${type} is not a type of schema.org`];
  const known = new Map(
    lineage(`${type}Leaf`).flatMap((name) => [...(interfaces.get(name)?.properties ?? [])]),
  );
  return Object.entries(node).flatMap(([key, value]) => {
    if (key.startsWith('@')) return [];
    const range = known.get(key);
    if (!range) return [`${at}: ${type} has no property ${key}`];
    if (Array.isArray(value) && value.length === 0) return [`${at}.${key} is empty`];
    return listOf(value).flatMap((member) => {
      if (member === null || member === '') return [`${at}.${key} is empty`];
      if (!isNode(member))
        return range.some(isLiteral) ? [] : [`${at}.${key} must be one of ${range.join(', ')}`];
      const inner = vocabularyProblems(member, `${at}.${key}`);
      const memberType = member['@type'];
      if (typeof memberType !== 'string') return inner;
      return range.some((supertype) => isA(memberType, supertype))
        ? inner
        : [...inner, `${at}.${key} may not be a ${memberType}, only ${range.join(', ')}`];
    });
  });
}

const literals = new Set([
  'Text',
  'URL',
  'Date',
  'DateTime',
  'Time',
  'Number',
  'Integer',
  'Float',
  'Boolean',
]);
/** Whether a type allows a plain value: a data type, an enumeration whose members are URLs, or a Thing by its URL. */
const isLiteral = (type: string) => literals.has(type) || type === 'DayOfWeek' || type === 'Thing';

type Requirement = string | { oneOf: string[] };

/** Google's requirements by type (developers.google.com/search/docs/appearance/structured-data). */
const required: Record<string, Requirement[]> = {
  Organization: ['name', 'url'],
  LocalBusiness: ['name', 'address', 'telephone', 'openingHoursSpecification', 'url'],
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
  const own = Object.entries(required)
    .filter(([supertype]) => isA(type, supertype))
    .flatMap(([, requirements]) => requirements)
    .flatMap((requirement) => {
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
