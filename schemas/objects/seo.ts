import { type CustomValidator, defineArrayMember, defineField, defineType } from 'sanity';
import { visitorTextRules } from '#schemas/text-rules.ts';

/** Characters after which search engines cut. */
export const recommendedLengths = { title: 60, description: 155 };

/** Types with fallbacks for these texts, in a template or a summary. */
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
        'The blue line in search results and the name of the browser tab. Lead with what people search for.',
      validation: (rule) => [
        ...visitorTextRules({
          advisedMax: recommendedLengths.title,
          advice: `Search engines cut titles after about ${recommendedLengths.title} characters.`,
        })(rule),
        rule.custom(requireWithoutFallback),
      ],
    }),
    defineField({
      name: 'description',
      type: 'text',
      rows: 3,
      description: 'The lines under the title in search results. Say what the reader finds on the page.',
      validation: (rule) => [
        ...visitorTextRules({
          advisedMax: recommendedLengths.description,
          advice: `Search engines cut descriptions after about ${recommendedLengths.description} characters.`,
        })(rule),
        rule.custom(requireWithoutFallback),
        rule
          .min(70)
          .warning('A description of at least 70 characters uses the space that search engines give.'),
      ],
    }),
    defineField({
      name: 'keywords',
      type: 'array',
      description: 'Words that people type to find this page, a few at most.',
      of: [defineArrayMember({ type: 'string' })],
      options: { layout: 'tags' },
      validation: (rule) => [rule.unique(), rule.max(12).warning('A dozen keywords is plenty.')],
    }),
    defineField({
      name: 'image',
      title: 'Picture for sharing',
      type: 'picture',
      description:
        'Optional. Shown when the page is shared in a chat. Empty: the site draws one with the page title.',
    }),
    defineField({
      name: 'noIndex',
      title: 'Hide from search engines',
      type: 'boolean',
      description: 'The page stays public, but search engines are asked not to list it.',
    }),
  ],
});

export function seoField({
  required,
  description = 'How the page appears in search results and when it is shared.',
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
