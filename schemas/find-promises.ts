import { type Claim, claimKindOf } from './claims.ts';
import { editableText as declared } from './editable-text.generated.ts';
import type { EditableText } from './editable-text.ts';
import { promiseSentences } from './promises.ts';
import { listIn, propertyOf, textOf } from './property.ts';

/** Besides the declared words: what search engines and chats show, and previews do not. */
const notInPreview: Record<string, EditableText> = {
  seo: { title: true, description: true },
  link: { message: true },
};
/** Drawn papers say that they are examples; rules of tenders name their source and their end. */
const exemptTypes = ['paper', 'tenderRule'];
/** An opening's years of experience ask, and promise nothing. */
const exemptFields = new Set(['experience']);

/** With `$types`. Only the latest, since all would fill a browser's memory. */
export const promiseSourcesQuery =
  '*[_id in path("*") && _type in $types] | order(_updatedAt desc)[0...5000]';
export const promiseSourceTypes = Object.keys(declared);

/** Checked as a whole, with its evidence. */
const isClaim = (value: unknown) => {
  const known = claimKindOf(value);
  return known !== undefined && !known.onlyFigure;
};

function* textsIn(value: unknown, kind: EditableText | undefined, path: string): Generator<[string, string]> {
  if (typeof value === 'string' && kind === true) yield [path, value];
  if (typeof value !== 'object' || value === null || isClaim(value) || exemptTypes.includes(String(kind)))
    return;
  const words = typeof kind === 'string' ? (notInPreview[kind] ?? declared[kind]) : kind;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const [key, type] = [textOf(item, '_key'), textOf(item, '_type')];
      const its = Array.isArray(words)
        ? words.find((one) => typeof one !== 'string' || !type || one === type)
        : undefined;
      yield* textsIn(item, its, `${path}[${key ? `_key=="${key}"` : index}]`);
    }
  } else if (textOf(value, '_type') === 'block') {
    const spans = listIn(value, 'children').map((span) => textOf(span, 'text') ?? '');
    yield [path, spans.join('')];
  } else if (typeof words === 'object' && !Array.isArray(words))
    for (const [name, inside] of Object.entries(words))
      if (!exemptFields.has(name))
        yield* textsIn(propertyOf(value, name), inside, path ? `${path}.${name}` : name);
}

/** Promises in texts that neither a figure nor a listed wording covers, paragraphs taken as a whole. */
export function findPromises(documents: readonly unknown[]): Claim[] {
  const settings = documents.find((document) => textOf(document, '_id') === 'siteSettings');
  const listed = listIn(settings, 'promises').flatMap((promise) => listIn(promise, 'wordings').map(String));
  return documents.flatMap((document) => {
    const [id = '', type = ''] = [textOf(document, '_id'), textOf(document, '_type')];
    return [...textsIn(document, type, '')].flatMap(([path, text]) =>
      promiseSentences(text, listed).map(
        (title): Claim => ({ id, type, path, kind: 'Promise', title, state: 'missing' }),
      ),
    );
  });
}
