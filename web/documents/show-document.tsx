import type { PageType } from '#schemas/paths.ts';
import type { Content } from '#web/content/types.ts';
import type { DocumentDefinition, DocumentProps } from './define-document.ts';
import { documents } from './index.ts';

/** The page of a document of any type. */
export function showDocument<Type extends PageType>(
  content: Extract<Content, { _type: Type }>,
  props: Omit<DocumentProps<Type>, 'content'>,
) {
  const all: { [One in PageType]: DocumentDefinition<One> } = documents;
  const Show = all[content._type].show;
  return Show({ ...props, content });
}
