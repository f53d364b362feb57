import type { ReactNode } from 'react';
import { usualUpiLimit } from '#schemas/upi-limit.ts';
import { Icon } from '#web/components/icon/icon.tsx';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { OptionalText, Section } from '#web/components/section/section.tsx';
import { richTextFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import { paiseFromNumber } from '#web/contracts/money.ts';
import { Island } from '#web/islands/island.tsx';
import { checkoutScriptUrl } from '#web/payments/settings.ts';
import { BillForm } from './bill-form.tsx';

export const paymentFormFields = `
  badges[]{_key, label, meaning},
  nameLabel, namePlaceholder, nameHelp, phoneLabel, phonePlaceholder, phoneHelp,
  billLabel, billPlaceholder, billHelp, amountLabel, amountPlaceholder, amountHelp,
  askEmail, emailLabel, emailHelp,
  submitLabel, busyLabel,
  note[]{${richTextFields}},
  transferHeading, transferText, transferRequest, rupeesHeading, methodsHeading,
  methods[]{_key, icon, label},
  upiLimit
`;

/** The site's text colour, for the checkout's theme. */
const checkoutColour = '#10292b';

export function PaymentForm(props: SectionProps<'paymentForm'>) {
  const { section, site } = props;
  const field = (name: 'name' | 'phone' | 'bill' | 'amount') => ({
    label: section[`${name}Label` as const],
    placeholder: section[`${name}Placeholder` as const],
    help: section[`${name}Help` as const],
  });
  const badges = section.badges?.length ? (
    <dl className="mt-4 grid gap-3 md:mt-8">
      {section.badges.map(({ _key, label, meaning }) => (
        <div key={_key}>
          <dt className="font-semibold">{label}</dt>
          {meaning ? <dd className="text-muted">{meaning}</dd> : null}
        </div>
      ))}
    </dl>
  ) : null;
  const form = (
    <div className="bill panel grid gap-5 p-5 md:px-8">
      <Island
        name="bill-form"
        form={BillForm}
        props={{
          id: section._key,
          fields: {
            name: field('name'),
            phone: field('phone'),
            billNumber: field('bill'),
            amount: field('amount'),
            email: section.askEmail
              ? {
                  label: section.emailLabel ?? 'E-mail (optional)',
                  placeholder: null,
                  help: section.emailHelp,
                }
              : undefined,
          },
          submitLabel: section.submitLabel,
          busyLabel: section.busyLabel,
          checkoutScript: checkoutScriptUrl(),
          merchant: site.agencyName,
          colour: checkoutColour,
          upiLimit: paiseFromNumber(section.upiLimit ?? usualUpiLimit) ?? 0,
          company: {
            hasGst: Boolean(site.gstin),
            udyam: site.udyam,
            udyamNote: site.udyam && site.udyamNote,
            bank: site.bankAccount?.details,
          },
        }}
      />
      <RichText value={section.note} site={site} className="text-muted text-sm" />
    </div>
  );
  return (
    <Section {...props} head="left" lead={badges}>
      {site.gulf ? (
        <Transfer section={section} account={site.gulfBankAccount?.details}>
          {form}
        </Transfer>
      ) : (
        form
      )}
      {section.methods && section.methods.length > 0 ? (
        <div className="mt-8">
          <h2 className="mb-3 font-semibold">{section.methodsHeading}</h2>
          <ul className="flex flex-wrap gap-x-8 gap-y-3">
            {section.methods.map(({ _key, icon, label }) => (
              <li key={_key} className="flex items-center gap-2">
                <Icon name={icon} />
                {label}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </Section>
  );
}

type TransferProps = Pick<SectionProps<'paymentForm'>, 'section'> & {
  account: string | undefined;
  children: ReactNode;
};

/** Says how to pay in dirhams, above the form for rupees. Without a confirmed account, says how to ask for it. */
function Transfer({ section, account, children }: TransferProps) {
  return (
    <>
      <section className="rule grid gap-3 pt-5 pb-8">
        <h2 className="title">{section.transferHeading}</h2>
        <OptionalText className="max-w-measure">
          {account ? section.transferText : section.transferRequest}
        </OptionalText>
        {account ? (
          <p className="tabular whitespace-pre-line" translate="no">
            {account}
          </p>
        ) : null}
      </section>
      <details className="question rule pt-2">
        <summary className="row-link title text-teal">{section.rupeesHeading ?? section.amountLabel}</summary>
        {children}
      </details>
    </>
  );
}
