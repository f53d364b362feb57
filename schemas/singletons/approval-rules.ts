import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { may } from '#roles';

/** The content lake enforces this document, and lets only administrators change it. */
export const approvalRules = (kinds: { title: string; value: string }[]) =>
  defineType({
    name: 'approvalRules',
    title: 'Approvals',
    type: 'document',
    icon: CheckmarkCircleIcon,
    readOnly: ({ currentUser }) => !may(currentUser?.roles.map(({ name }) => name) ?? [], 'managePeople'),
    fields: [
      defineField({
        name: 'types',
        title: 'Somebody else must approve',
        type: 'array',
        description: 'Documents of these kinds are published only after a second person approves the text.',
        of: [defineArrayMember({ type: 'string' })],
        options: { list: kinds },
      }),
      defineField({
        name: 'noticesTo',
        title: 'E-mail address for notices',
        type: 'email',
        description: 'Optional. Receives an e-mail when somebody asks for a check or answers.',
      }),
    ],
    preview: { prepare: () => ({ title: 'Approvals' }) },
  });
