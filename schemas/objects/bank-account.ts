import { defineType } from 'sanity';
import { paragraph } from '#schemas/fields.ts';
import { evidenceField, hiddenUntilConfirmed } from './evidence.ts';

/** The account for bank transfers. It is a claim, because a wrong number sends a customer's money to a stranger. */
export const bankAccount = defineType({
  name: 'bankAccount',
  title: 'Bank account',
  type: 'object',
  fields: [
    paragraph(
      'details',
      'One line each: account holder, bank and branch, account number with IFSC, or IBAN with SWIFT.',
      {
        rows: 4,
      },
    ),
    evidenceField(`For example a cancelled cheque. ${hiddenUntilConfirmed}`),
  ],
});
