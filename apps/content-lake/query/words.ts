import { type ExprNode, evaluateSync } from 'groq-js';
import type { SanityDocument } from '../store/document.ts';

/** groq-js's own patterns for `match`. */
const wordPattern = /([^!@#$%^&*(),\\/?";:{}|[\]+<>\s-])+/g;
const termPattern = /([^!@#$%^&(),\\/?";:{}|[\]+<>\s-])+/g;
const edgePattern = /(\b\.+|\.+\b)/g;

export function wordsOf(document: SanityDocument, text: ExprNode): Set<string> {
  const strings = [textOf(document, text)].flat().filter((one) => typeof one === 'string');
  return new Set(strings.flatMap((one) => one.replace(edgePattern, '').match(wordPattern) ?? []));
}

function textOf(document: SanityDocument, text: ExprNode): unknown {
  try {
    return evaluateSync(text, { root: document }).data;
  } catch {
    // groq-js fails on some documents, such as one with a field "hasOwnProperty".
    return null;
  }
}

/** Documents whose words `match` every term of the patterns. */
export function matching(patterns: string[], byWord: Map<string, SanityDocument[]>): SanityDocument[] {
  const terms = patterns.flatMap((pattern) => pattern.replace(edgePattern, '').match(termPattern) ?? []);
  const [first, ...others] = terms.map((term) => {
    const like = new RegExp(`^${term.slice(0, 1024).replace(/\*/g, '.*')}$`, 'i');
    const found = new Set<SanityDocument>();
    for (const [word, documents] of byWord)
      if (like.test(word)) for (const document of documents) found.add(document);
    return found;
  });
  return [...(first ?? [])].filter((document) => others.every((found) => found.has(document)));
}
