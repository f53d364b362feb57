import { richTextFields } from '#web/content/projections.ts';

/** `plainAnswer` is the answer as search engines get it. */
export const faqFields = `
  anchor, eyebrow, heading, intro,
  items[]{_key, question, answer[]{${richTextFields}}, "plainAnswer": pt::text(answer)}
`;
