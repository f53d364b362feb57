import { richTextFields } from '#web/content/projections.ts';

export const paymentFormFields = `
  anchor, eyebrow, heading, intro,
  badges[]{_key, icon, label},
  nameLabel, namePlaceholder, nameHelp, phoneLabel, phonePlaceholder, phoneHelp,
  billLabel, billPlaceholder, billHelp, amountLabel, amountPlaceholder, amountHelp,
  submitLabel, busyLabel,
  note[]{${richTextFields}},
  methodsHeading,
  methods[]{_key, icon, label}
`;
