import { artOf } from '#web/components/drawings/art.tsx';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { OptionalText, Section } from '#web/components/section/section.tsx';
import { chatHref, phoneHref } from '#web/content/links.ts';
import { artProjection, richTextFields } from '#web/content/projections.ts';
import type { PageQuery, SectionProps } from '#web/content/types.ts';
import { digitsOf } from '#web/contracts/phone.ts';
import { severalLines, singleLine } from '#web/contracts/text.ts';
import { labelsOf } from '#web/enquiry/enquiry.ts';
import { Island } from '#web/islands/island.tsx';
import { daysOf, timesOf } from '#web/sections/contact-details/contact-details.tsx';
import { ChatForm } from './chat-form.tsx';

export const enquiryFormFields = `
  nameLabel, namePlaceholder, emailLabel, emailPlaceholder, phoneLabel, phonePlaceholder,
  companyLabel, companyPlaceholder, messageLabel, messagePlaceholder, serviceLabel, optionalLabel,
  services[]{_key, label, value},
  submitLabel, note, openingText, signOff,
  notices[]{_key, language, heading, body[]{${richTextFields}}},
  ${artProjection}
`;

/** Maximum characters that a link may prefill in the form. */
const maxLength = { opening: 100, message: 2_000 };
const applicationService = 'other';

/** Returns the service and message that a link prefills in the form. */
function presetFrom(query: PageQuery, { services, openingText }: SectionProps<'enquiryForm'>['section']) {
  const opening = singleLine(query.opening ?? '').slice(0, maxLength.opening);
  const requestedService = opening ? applicationService : query.service;
  const message = opening
    ? `${openingText} ${opening}\n`
    : severalLines(query.message ?? '').slice(0, maxLength.message);
  const service = services.find(({ value }) => value === requestedService) ?? services[0];
  return { service: service?.value ?? '', message: message.toWellFormed() };
}

/** Enquiries go only to the WhatsApp chat, unless the owner has turned on copies. */
export function EnquiryFormSection(props: SectionProps<'enquiryForm'>) {
  const { section, site, path, query = {} } = props;
  const sendsCopy = site.enquiryCopies?.keep === true;
  return (
    <Section {...props} head="left" aside={artOf(props)}>
      <div className="mb-5 grid gap-x-3 gap-y-4 sm:grid-cols-3">
        <div className="sm:col-span-2">
          <p className="flex flex-wrap gap-3 print:hidden">
            {site.whatsapp ? (
              <Reach href={chatHref(site)} label={site.chatLabel} number={site.whatsapp} isChat />
            ) : null}
            {site.phone ? (
              <Reach
                href={phoneHref(site.phone)}
                label={[site.callLabel, ...namesWithoutPhone(site.offices)].join(' ')}
                number={site.phone}
              />
            ) : null}
          </p>
          <Times
            lines={site.contactHours.map(({ _key, days, hours }) => ({ _key, text: `${days} ${hours}` }))}
          />
        </div>
        {site.offices.map(({ _key, name, phone, hours }) =>
          phone ? (
            <div key={_key}>
              <p className="flex print:hidden">
                <Reach href={phoneHref(phone)} label={`${site.callLabel} ${name}`} number={phone} />
              </p>
              <Times
                lines={hours?.map((line) => ({ _key: line._key, text: `${daysOf(line)} ${timesOf(line)}` }))}
              />
            </div>
          ) : null,
        )}
      </div>
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
            signOff: section.signOff,
            chatNumber: digitsOf(site.whatsapp),
            email: site.email,
            path,
            sendsCopy,
            preset: presetFrom(query, section),
          }}
        />
        <OptionalText id={`${section._key}-note`} className="text-muted text-sm">
          {sendsCopy ? site.enquiryCopies?.notice : section.note}
        </OptionalText>
        {section.notices?.map(({ _key, language, heading, body }) => (
          <details key={_key} lang={language} className="question text-muted text-sm">
            <summary className="row-link underline">{heading}</summary>
            <RichText value={body} site={site} />
          </details>
        ))}
      </div>
    </Section>
  );
}

type Office = SectionProps<'enquiryForm'>['site']['offices'][number];

/** Returns the names of the offices that are reached under the main number. */
const namesWithoutPhone = (offices: readonly Office[]) =>
  offices.flatMap(({ name, phone }) => (phone ? [] : [name]));

type ReachProps = { href: string; label: string; number: string; isChat?: boolean };

/** A way to reach the agency: all of them are buttons of the same size. */
function Reach({ href, label, number, isChat }: ReachProps) {
  return (
    <a href={href} {...(isChat ? { target: '_blank', rel: 'noopener' } : {})} className="action grow px-2">
      <span>
        <span className="block font-normal text-sm">{label}</span>{' '}
        <span className="whitespace-nowrap tabular md:text-lg">{number}</span>
      </span>
    </a>
  );
}

function Times({ lines = [] }: { lines?: { _key: string; text: string }[] | undefined }) {
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 text-muted text-sm tabular">
      {lines.map(({ _key, text }) => (
        <span key={_key} className="whitespace-nowrap">
          {text}
        </span>
      ))}
    </p>
  );
}
