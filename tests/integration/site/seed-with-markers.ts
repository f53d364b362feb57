import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { placeholdersIn } from '#schemas/placeholders.ts';
import { membersOf, type SeedDocument, seedDocuments, seedFolder } from '../../support/seed-content.ts';

/** A string of the seed and its replacement. */
export type Marker = { field: string; document: string; original: string; marker: string };

export const markerPattern = /Qz\d{4}/g;

/** Strings that are not text for readers: URLs, choices from a list, times or names in code. */
const noTexts: Record<string, readonly string[]> = {
  '*': [
    'icon',
    'style',
    'art',
    'anchor',
    'kind',
    'mode',
    'layout',
    'side',
    'platform',
    'key',
    'path',
    'url',
    'countryCode',
  ],
  slug: ['current'],
  block: ['listItem'],
  span: ['marks'],
  redirect: ['from', 'to'],
  jobOpening: ['jobType'],
  openingHours: ['days', 'opens', 'closes'],
  serviceOption: ['value'],
  page: ['breadcrumbs'],
  hero: ['lead', 'headingSize'],
  streetSign: ['mark'],
  paper: ['size', 'mark'],
  house: ['readers'],
  paperLine: ['mark'],
  priceItem: ['per'],
  tenderRule: ['use', 'kinds', 'buyers', 'bidders', 'wanted', 'sourceUrl'],
  tenderTool: ['tool'],
};

const date = /^\d{4}-\d{2}-\d{2}(?:T\S+)?$/;

const isText = (type: string, field: string, value: string) =>
  !noTexts['*']?.includes(field) &&
  !noTexts[type]?.includes(field) &&
  !date.test(value) &&
  value.trim() !== '';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Changes the seed so that rarely shown texts appear: a city and the home page without their own opening and search
 * texts (so those of the template and the site show), a job opening with a last day, all features of services, and a list
 * of all business figures with their usual labels.
 */
function withEverythingShown(documents: SeedDocument[]): SeedDocument[] {
  const settings = documents.find(({ _id }) => _id === 'siteSettings');
  const figures = membersOf(settings, 'figures').map(({ key }) => ({ _type: 'figureRef', _key: key, key }));
  return documents.map((document) => {
    const { seo, lead, ...rest } = document;
    const bare = ['page-home', 'cityPage-surat'].includes(document._id)
      ? rest
      : { ...rest, ...(seo ? { seo } : {}), ...(lead ? { lead } : {}) };
    const sections = membersOf(document, 'sections').map((section) => ({
      ...section,
      ...(section._type === 'serviceCards' ? { showFeatures: true } : {}),
      ...(section._type === 'figures' && document._id === 'page-home' ? { figures } : {}),
    }));
    return {
      ...bare,
      ...(sections.length > 0 ? { sections } : {}),
      ...(document._type === 'jobOpening' ? { validThrough: '2099-12-31' } : {}),
    };
  });
}

/** Replaces every text of the seed by a unique marker. Placeholders in a text are kept after the marker. */
export function seedWithMarkers(): { documents: SeedDocument[]; markers: Marker[] } {
  const markers: Marker[] = [];
  const replace = (document: string, type: string, field: string, original: string): string => {
    const number = String(markers.length + 1).padStart(4, '0');
    const marker =
      field === 'email'
        ? `qz${number}@marker.example`
        : ['phone', 'whatsapp'].includes(field) && type !== 'enquiryForm'
          ? `+91 55555 0${number}`
          : `Qz${number}`;
    markers.push({ field: `${type}.${field}`, document, original, marker });
    return [marker, ...placeholdersIn(original).map((name) => `{${name}}`)].join(' ');
  };
  const visit = (value: unknown, document: string, type: string, field: string): unknown => {
    if (typeof value === 'string')
      return isText(type, field, value) ? replace(document, type, field, value) : value;
    if (Array.isArray(value)) return value.map((member) => visit(member, document, type, field));
    if (!isObject(value)) return value;
    const own = typeof value._type === 'string' ? value._type : type;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        name.startsWith('_') ? member : visit(member, document, own, name),
      ]),
    );
  };
  const documents = withEverythingShown(seedDocuments()).map((document) => {
    const replaced = visit(document, document._id, document._type, '');
    return isObject(replaced) ? { ...document, ...replaced } : document;
  });
  return { documents, markers };
}

/** Writes documents and the pictures of the seed to a folder for `npm run lake -- import`. */
export function writeDataset(documents: readonly SeedDocument[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'seed-with-markers-'));
  mkdirSync(path.join(folder, 'images'));
  cpSync(path.join(seedFolder, 'images'), path.join(folder, 'images'), { recursive: true });
  writeFileSync(
    path.join(folder, 'data.ndjson'),
    `${documents.map((document) => JSON.stringify(document)).join('\n')}\n`,
  );
  return folder;
}
