import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { may } from '#roles';

/** The content lake reads this document and allows only administrators to change it. */
export const approvalRules = defineType({
  name: 'approvalRules',
  title: 'Approvals',
  type: 'document',
  icon: CheckmarkCircleIcon,
  fields: [
    defineField({
      name: 'types',
      title: 'Somebody else must approve',
      type: 'array',
      description:
        'A document of these kinds can be published only after a second person has approved its exact text. Only administrators can change this list. It applies when you publish it.',
      of: [defineArrayMember({ type: 'string' })],
      options: {
        list: [
          { title: 'Pages', value: 'page' },
          { title: 'City pages', value: 'cityPage' },
          { title: 'Text shared by city pages', value: 'cityPageTemplate' },
          { title: 'Articles', value: 'article' },
          { title: 'Case studies', value: 'caseStudy' },
          { title: 'Services', value: 'service' },
          { title: 'People', value: 'person' },
          { title: 'Testimonials', value: 'testimonial' },
          { title: 'Job openings', value: 'jobOpening' },
          { title: 'Policies', value: 'policy' },
          { title: 'Tender rules', value: 'tenderRule' },
          { title: 'Site settings', value: 'siteSettings' },
        ],
      },
      readOnly: ({ currentUser }) => !may(currentUser?.roles.map(({ name }) => name) ?? [], 'managePeople'),
    }),
  ],
  preview: { prepare: () => ({ title: 'Approvals' }) },
});
