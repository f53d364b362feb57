import { Drawing } from '#web/components/drawings/drawing.tsx';
import { OptionalText, Section } from '#web/components/section/section.tsx';
import type { SectionProps } from '#web/content/types.ts';
import { labelsOf } from '#web/enquiry/enquiry.ts';
import { Island } from '#web/islands/island.tsx';
import { ChatForm } from './chat-form.tsx';

export const enquiryFormFields = `
  nameLabel, namePlaceholder, emailLabel, emailPlaceholder, phoneLabel, phonePlaceholder,
  companyLabel, companyPlaceholder, messageLabel, messagePlaceholder, serviceLabel, optionalLabel,
  services[]{_key, label, value},
  submitLabel, note, openingText, signOff
`;

/** Enquiries go into the chat, and nowhere else unless the owner keeps copies. */
export function EnquiryFormSection(props: SectionProps<'enquiryForm'>) {
  const { section, site, path, isFirst } = props;
  const copies = site.enquiryCopies?.keep === true;
  return (
    <Section {...props} head="beside" aside={isFirst && <Drawing name="chat" />}>
      <div className="panel grid gap-5 p-5 md:p-8">
        <Island
          name="enquiry-form"
          form={ChatForm}
          props={{
            id: section._key,
            labels: labelsOf(section),
            placeholders: {
              name: section.namePlaceholder,
              email: section.emailPlaceholder,
              phone: section.phonePlaceholder,
              company: section.companyPlaceholder,
              message: section.messagePlaceholder,
            },
            optionalLabel: section.optionalLabel,
            services: section.services,
            submitLabel: section.submitLabel,
            openingText: section.openingText,
            signOff: section.signOff,
            chatNumber: site.whatsapp.replaceAll(/\D/g, ''),
            email: site.email,
            path,
            copies,
          }}
        />
        <OptionalText id={`${section._key}-note`} className="text-muted text-sm">
          {copies ? site.enquiryCopies?.notice : section.note}
        </OptionalText>
      </div>
    </Section>
  );
}
