import { type CustomValidator, defineField, defineType } from 'sanity';
import { tags } from '#schemas/fields.ts';
import { visitorTextRules } from '#schemas/text-rules.ts';

/** Characters after which search engines cut off a text. */
export const recommendedLengths = { title: 60, description: 155 };

/** Document types whose search texts can stay empty, because a template or a summary replaces them. */
export const typesWithSeoFallback = new Set<unknown>(['cityPage', 'article', 'caseStudy', 'jobOpening']);

const requireWithoutFallback: CustomValidator<string | undefined> = (text, { document }) =>
  Boolean(text) || typesWithSeoFallback.has(document?._type) || 'Required';

export const seo = defineType({
  name: 'seo',
  title: 'Search engines and sharing',
  type: 'object',
  fields: [
    defineField({
      name: 'title',
      type: 'string',
      description:
        'The blue line in search results and the name of the browser tab. Begin with the words that people search for.',
      validation: (rule) => [
        ...visitorTextRules({
          advisedMax: recommendedLengths.title,
          advice: `Search engines cut off titles after about ${recommendedLengths.title} characters.`,
        })(rule),
        rule.custom(requireWithoutFallback),
      ],
    }),
    defineField({
      name: 'description',
      type: 'text',
      rows: 3,
      description: 'The lines under the title in search results. Say what readers find on the page.',
      validation: (rule) => [
        ...visitorTextRules({
          advisedMax: recommendedLengths.description,
          advice: `Search engines cut off descriptions after about ${recommendedLengths.description} characters.`,
        })(rule),
        rule.custom(requireWithoutFallback),
        rule.min(70).warning('Use at least 70 characters to fill the space in search results.'),
      ],
    }),
    tags('keywords', 'A few words that people type to find this page.', { advisedMax: 12 }),
    defineField({
      name: 'image',
      title: 'Picture for sharing',
      type: 'picture',
      description:
        'Optional. Shown when the page is shared in a chat. If empty, the site draws a picture with the page title.',
    }),
    defineField({
      name: 'noIndex',
      title: 'Hide from search engines',
      type: 'boolean',
      description: 'On: the page stays public, but the site asks search engines not to list it.',
    }),
  ],
});

export function seoField({
  required,
  description = 'How the page looks in search results and when it is shared.',
}: {
  required: boolean;
  description?: string;
}) {
  return defineField({
    name: 'seo',
    title: 'Search engines and sharing',
    type: 'seo',
    group: 'seo',
    description,
    validation: (rule) => (required ? rule.required() : rule),
  });
}
