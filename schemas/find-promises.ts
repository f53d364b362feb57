import { type Claim, findClaimKind } from './claims.ts';
import { editableText } from './editable-text.generated.ts';
import type { EditableText } from './editable-text.ts';
import { promiseSentences } from './promises.ts';
import { listIn, propertyOf, textOf } from './property.ts';

/** Texts that search engines and chats show but previews do not, in addition to the editable texts. */
const notInPreview: Record<string, EditableText> = {
  seo: { title: true, description: true },
  link: { message: true },
};
/** Example documents are marked as such, and tender rules name their source and last day. */
const exemptTypes = ['paper', 'tenderRule'];
/** The experience of a job opening is a requirement and the Udyam note names a law: neither is a promise. */
const exemptFields = new Set(['experience', 'udyamNote']);

/** Takes `$types`. Reads only the 5,000 latest documents: reading every document would fill a browser's memory. */
export const promiseSourcesQuery =
  '*[_id in path("*") && _type in $types] | order(_updatedAt desc)[0...5000]';

/** Returns whether a value is a claim with its own evidence. The evidence also covers the texts in the value. */
const isClaim = (value: unknown) => {
  const known = findClaimKind(value);
  return known !== undefined && !known.onlyFigure;
};

/** Yields the path and text of each editable text below a value. */
function* textsIn(value: unknown, kind: EditableText | undefined, path: string): Generator<[string, string]> {
  if (typeof value === 'string' && kind === true) yield [path, value];
  if (typeof value !== 'object' || value === null || isClaim(value) || exemptTypes.includes(String(kind)))
    return;
  const fields = typeof kind === 'string' ? (notInPreview[kind] ?? editableText[kind]) : kind;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const [key, type] = [textOf(item, '_key'), textOf(item, '_type')];
      const itemKind = Array.isArray(fields)
        ? fields.find((one) => typeof one !== 'string' || !type || one === type)
        : undefined;
      yield* textsIn(item, itemKind, `${path}[${key ? `_key=="${key}"` : index}]`);
    }
  } else if (textOf(value, '_type') === 'block') {
    const spans = listIn(value, 'children').map((span) => textOf(span, 'text') ?? '');
    yield [path, spans.join('')];
  } else if (typeof fields === 'object' && !Array.isArray(fields))
    for (const [name, inside] of Object.entries(fields))
      if (!exemptFields.has(name))
        yield* textsIn(propertyOf(value, name), inside, path ? `${path}.${name}` : name);
}

/** Finds promises without evidence in all texts of documents. A paragraph counts as one text. */
export function findPromises(documents: readonly unknown[]): Claim[] {
  const settings = documents.find((document) => textOf(document, '_id') === 'siteSettings');
  const wordings = listIn(settings, 'promises').flatMap((promise) => listIn(promise, 'wordings').map(String));
  return documents.flatMap((document) => {
    const [id = '', type = ''] = [textOf(document, '_id'), textOf(document, '_type')];
    return [...textsIn(document, type, '')].flatMap(([path, text]) =>
      promiseSentences(text, wordings).map(
        (title): Claim => ({ id, type, path, kind: 'Promise', title, state: 'missing' }),
      ),
    );
  });
}
