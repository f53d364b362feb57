import { defineArrayMember, defineType, type PortableTextBlock } from 'sanity';
import { listIn, textOf } from '#schemas/property.ts';
import { checkPlaceholders } from '#schemas/text-rules.ts';

const block = (styles: { title: string; value: string }[]) =>
  defineArrayMember({
    type: 'block',
    styles,
    lists: [
      { title: 'Bulleted list', value: 'bullet' },
      { title: 'Numbered list', value: 'number' },
    ],
    marks: {
      decorators: [
        { title: 'Bold', value: 'strong' },
        { title: 'Italic', value: 'em' },
      ],
      annotations: [{ type: 'link' }],
    },
    validation: (rule) => [
      rule.custom((value: PortableTextBlock | undefined, context) =>
        checkPlaceholders(toPlainText(value), context),
      ),
      rule
        .custom((value: PortableTextBlock | undefined) =>
          /^h\d$/.test(textOf(value, 'style') ?? '') && !toPlainText(value).trim()
            ? 'This heading is empty. Type the heading, or delete the line.'
            : true,
        )
        .warning(),
    ],
  });

const toPlainText = (block: unknown) =>
  listIn(block, 'children')
    .map((child) => textOf(child, 'text') ?? '')
    .join('');

/** Refuses a list of blocks without text, which “required” accepts: an editor leaves an empty list if all text is deleted. */
export const checkHasText = (value: unknown) => {
  const isBlank = (one: unknown) => textOf(one, '_type') === 'block' && !toPlainText(one).trim();
  return !Array.isArray(value) || !value.every(isBlank) || 'Enter a text';
};

const paragraphStyle = { title: 'Text', value: 'normal' };
const headingStyle = { title: 'Heading', value: 'h3' };
const pageHeadingStyle = { title: 'Heading', value: 'h2' };

/** Text with emphasis, lists and links. It has no colours or sizes, and pasted styles are removed. */
export const richText = defineType({
  name: 'richText',
  title: 'Text',
  type: 'array',
  of: [block([paragraphStyle, headingStyle])],
});

export const policyText = defineType({
  name: 'policyText',
  title: 'Text of the clause',
  type: 'array',
  of: [block([paragraphStyle]), defineArrayMember({ type: 'factTable' })],
});

export const articleText = defineType({
  name: 'articleText',
  title: 'Text of the article',
  type: 'array',
  of: [
    block([paragraphStyle, pageHeadingStyle]),
    defineArrayMember({ type: 'factTable' }),
    defineArrayMember({ type: 'picture' }),
  ],
});
