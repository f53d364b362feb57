import type { ReactNode } from 'react';
import { usualUpiLimit } from '#schemas/upi-limit.ts';
import { drawArt } from '#web/components/drawings/art.tsx';
import { PlusSign } from '#web/components/drawings/plus-sign.tsx';
import { Icon } from '#web/components/icon/icon.tsx';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { OptionalText, Section } from '#web/components/section/section.tsx';
import { phoneHref } from '#web/content/links.ts';
import { artProjection, richTextFields } from '#web/content/projections.ts';
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
  upiLimit,
  ${artProjection}
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
  const trust = (
    <>
      {section.badges && section.badges.length > 0 ? (
        <dl className="grid gap-3">
          {section.badges.map(({ _key, label, meaning }) => (
            <div key={_key}>
              <dt className="font-semibold">{label}</dt>
              {meaning ? <dd className="text-muted">{meaning}</dd> : null}
            </div>
          ))}
        </dl>
      ) : null}
      {section.methods && section.methods.length > 0 ? (
        <>
          <h2 className="mt-6 mb-3 font-semibold">{section.methodsHeading}</h2>
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {section.methods.map(({ _key, icon, label }) => (
              <li key={_key} className="flex items-center gap-2">
                <Icon name={icon} />
                {label}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
  const form = (
    <div className="bill panel grid gap-5 p-5 md:px-8">
      <p>
        <b className="title">{site.legalName ?? site.agencyName}</b>
        {site.gstin ? (
          <span className="block text-muted text-sm tabular">{`GSTIN ${site.gstin}`}</span>
        ) : null}
      </p>
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
    <Section
      {...props}
      head="five"
      lead={<div className="mt-4 md:mt-8">{drawArt(props)}</div>}
      aside={site.gulf ? null : trust}
    >
      {site.gulf ? (
        <Transfer section={section} site={site}>
          {form}
        </Transfer>
      ) : (
        form
      )}
    </Section>
  );
}

type TransferProps = Pick<SectionProps<'paymentForm'>, 'section' | 'site'> & { children: ReactNode };

/** Says how to pay in dirhams, above the form for rupees. Without a confirmed account, says how to ask for it. */
function Transfer({ section, site, children }: TransferProps) {
  const account = site.gulfBankAccount?.details;
  return (
    <>
      <section className="panel mb-6 grid gap-4 p-5 md:p-8">
        <h2 className="title">{section.transferHeading}</h2>
        <OptionalText className="max-w-measure">
          {account ? section.transferText : section.transferRequest}
        </OptionalText>
        {account ? (
          <p className="tabular whitespace-pre-line" translate="no">
            {account}
          </p>
        ) : null}
        <a href={phoneHref(site.phone)} className="action action-primary justify-self-start">
          {`${site.callLabel} ${site.phone}`}
        </a>
      </section>
      <details className="question rule pt-2">
        <summary className="row-link title gap-4 text-teal">
          {section.rupeesHeading ?? section.amountLabel}
          <PlusSign />
        </summary>
        {children}
      </details>
    </>
  );
}
