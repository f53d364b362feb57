import { z } from 'zod';
import { propertyOf, textOf } from '#schemas/property.ts';
import { knownState } from '#schemas/states.ts';
import { plainText } from '#studio/content/traverse.ts';

/** A stored city page, including fields without a column. */
export const storedCity = z.looseObject({ _id: z.string(), _rev: z.string() });
export type StoredCity = z.infer<typeof storedCity>;

type Read = (value: unknown) => string;
type Write = (cell: string, value: unknown) => unknown;

/** Defines a table column: `read` turns a city's field into a cell, `write` turns a cell into the field's value. */
const column = (
  title: string,
  field: string,
  read: Read = (value) => String(value ?? ''),
  write: Write = (cell) => cell,
) => ({
  title,
  field,
  read,
  write: (cell: string, value: unknown) => (cell ? write(cell, value) : undefined),
});

const newKey = () => Math.random().toString(36).slice(2, 12);
const itemsOf = (list: unknown): unknown[] => (Array.isArray(list) ? list : []);

const paragraphOf = (block: unknown) => plainText(block, '');

/** Writes paragraphs. Unchanged paragraphs keep their formatting and links. */
function writeText(cell: string, value: unknown) {
  const remaining = [...itemsOf(value)];
  return cell.split(/\n\s*\n/).map((text) => {
    const at = remaining.findIndex((block) => paragraphOf(block).trim() === text.trim());
    if (at >= 0) return remaining.splice(at, 1)[0];
    const children = [{ _type: 'span', _key: newKey(), text, marks: [] }];
    return { _type: 'block', _key: newKey(), style: 'normal', markDefs: [], children };
  });
}

const factOf = (fact: unknown) => `${textOf(fact, 'term') ?? ''}: ${textOf(fact, 'detail') ?? ''}`;

function writeFacts(cell: string) {
  const facts = cell.split(/[|\n]/).filter((fact) => fact.trim());
  return facts.map((fact) => {
    const [term = '', ...detail] = fact.split(':').map((part) => part.trim());
    return { _type: 'cityFact', _key: newKey(), term, detail: detail.join(': ') || undefined };
  });
}

const objectColumn = (title: string, field: string, type: string, name: string) => ({
  ...column(title, field, (value) => String(propertyOf(value, name) ?? '')),
  write: (cell: string, value: unknown) => {
    // If the cell is not a number, NaN fails the field's validation.
    const content = type === 'geopoint' ? Number(cell.replace(',', '.')) : cell || undefined;
    return Object.assign({}, value, { _type: type, [name]: content });
  },
});

export const columns = [
  column('City', 'name'),
  column('State', 'state', undefined, (cell) => knownState(cell) ?? cell),
  objectColumn('Address', 'slug', 'slug', 'current'),
  column('Text', 'insight', (value) => itemsOf(value).map(paragraphOf).join('\n\n'), writeText),
  column('Facts', 'facts', (value) => itemsOf(value).map(factOf).join(' | '), writeFacts),
  column('Opening words', 'lead'),
  objectColumn('Latitude', 'location', 'geopoint', 'lat'),
  objectColumn('Longitude', 'location', 'geopoint', 'lng'),
  objectColumn('Search title', 'seo', 'seo', 'title'),
  objectColumn('Search description', 'seo', 'seo', 'description'),
];
