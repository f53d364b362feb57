import { EnquiryForm } from '#web/enquiry/enquiry-form.tsx';
import type { SectionProps } from '../section-props.ts';

/** The enquiry form; what is typed into it goes into the chat and nowhere else. */
export function EnquiryFormSection({ section, site, path, isFirst, edit }: SectionProps<'enquiryForm'>) {
  const Heading = isFirst ? 'h1' : 'h2';
  return (
    <section {...edit()} id={section.anchor ?? undefined} className="section">
      <div className="grid gap-10 lg:grid-cols-12">
        <div className="lg:col-span-4">
          {section.eyebrow ? (
            <p {...edit('eyebrow')} className="eyebrow">
              {section.eyebrow}
            </p>
          ) : null}
          <Heading {...edit('heading')} className="heading">
            {section.heading}
          </Heading>
          {section.intro ? (
            <p {...edit('intro')} className="mt-4 text-muted">
              {section.intro}
            </p>
          ) : null}
        </div>
        <div className="rounded border border-hairline bg-surface p-5 sm:p-8 lg:col-span-8">
          <EnquiryForm
            labels={{
              name: section.nameLabel,
              email: section.emailLabel,
              phone: section.phoneLabel,
              company: section.companyLabel,
              service: section.serviceLabel,
              message: section.messageLabel,
            }}
            placeholders={{
              name: section.namePlaceholder,
              email: section.emailPlaceholder,
              phone: section.phonePlaceholder,
              company: section.companyPlaceholder,
              message: section.messagePlaceholder,
            }}
            optionalLabel={section.optionalLabel}
            services={section.services}
            submitLabel={section.submitLabel}
            signOff={section.signOff}
            chatNumber={site.whatsapp.replaceAll(/\D/g, '')}
            path={path}
          >
            {section.note ? (
              <p {...edit('note')} className="text-muted text-sm">
                {section.note}
              </p>
            ) : null}
          </EnquiryForm>
        </div>
      </div>
    </section>
  );
}
