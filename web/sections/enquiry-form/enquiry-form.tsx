import { weekdays } from '#schemas/days.ts';
import { drawArt } from '#web/components/drawings/art.tsx';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import { OptionalText, Section } from '#web/components/section/section.tsx';
import { chatHref, phoneHref } from '#web/content/links.ts';
import { artProjection, richTextFields } from '#web/content/projections.ts';
import type { PageQuery, SectionProps } from '#web/content/types.ts';
import { keepDigits } from '#web/contracts/phone.ts';
import { severalLines, singleLine } from '#web/contracts/text.ts';
import { readLabels } from '#web/enquiry/enquiry.ts';
import { Island } from '#web/islands/island.tsx';
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
/** Readers in the Gulf ask for this service most. */
const gulfService = 'gulf-tenders';

/** Returns the service and message that a link prefills in the form. */
function presetFrom(query: PageQuery, { section, site }: SectionProps<'enquiryForm'>) {
  const { services, openingText } = section;
  const opening = singleLine(query.opening ?? '').slice(0, maxLength.opening);
  const usual = site.gulf ? gulfService : undefined;
  const requestedService = opening ? applicationService : (query.service ?? usual);
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
    <Section
      {...props}
      head="half"
      lead={
        <>
          <Lead site={site} />
          <div className="mt-4">{drawArt(props)}</div>
        </>
      }
    >
      <div className="panel grid gap-5 p-5 md:p-8">
        <Island
          name="enquiry-form"
          form={ChatForm}
          props={{
            id: section._key,
            labels: readLabels(section),
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
            chatNumber: keepDigits(site.whatsapp),
            email: site.email,
            path,
            sendsCopy,
            preset: presetFrom(query, props),
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

const isChat = (href: string) => href.startsWith('https:');

/** The numbers, each with its hours. On phones, whose form is further down, the chat is the main action. */
function Lead({ site }: Pick<SectionProps<'enquiryForm'>, 'site'>) {
  return (
    <ul className="mt-4">
      {waysToReach(site).map(({ href, label, number, times }) => (
        <li key={label} className="line-t py-1">
          <a
            href={href}
            {...(isChat(href) ? { target: '_blank', rel: 'noopener' } : {})}
            className={`flex min-h-11 flex-wrap items-center justify-between gap-x-4 tabular ${isChat(href) ? 'max-lg:rounded max-lg:bg-saffron max-lg:px-2 max-lg:*:text-ink-on-saffron' : ''}`}
          >
            <span className="text-muted text-sm md:block">{label}</span>{' '}
            <b className="display text-teal text-[clamp(1.25rem,2.4vw,1.6rem)]/[1.2]">{number}</b>
          </a>
          <OptionalText className="-mt-2 text-muted text-sm tabular">{times.join(', ')}</OptionalText>
        </li>
      ))}
    </ul>
  );
}

/** Returns the chat, the main number and the offices' own numbers, with their hours. In the Gulf, the offices come first. */
function waysToReach(site: SectionProps<'enquiryForm'>['site']) {
  const { whatsapp, chatLabel, callLabel, offices, contactHours, gulf } = site;
  const phone = gulf?.mainPhone ?? site.phone;
  const times = contactHours.map(({ days, hours }) => `${days} ${hours}`);
  const underMainNumber = offices.filter((office) => !office.phone).map(({ name }) => name);
  const chat = { href: chatHref(site), label: chatLabel, number: whatsapp, times: [] };
  const main = {
    href: phoneHref(phone),
    label: [callLabel, ...underMainNumber].join(' '),
    number: phone,
    times,
  };
  const ofOffices = offices.map(({ name, phone: own, hours }) => ({
    href: phoneHref(own ?? ''),
    label: `${callLabel} ${name}`,
    number: own,
    times: hours?.map((line) => `${formatDays(line)} ${formatTimes(line)}`) ?? [],
  }));
  const ways = gulf ? [...ofOffices, chat, main] : [chat, main, ...ofOffices];
  return ways.filter(({ number }) => number);
}

type Hours = SectionProps<'enquiryForm'>['site']['structuredHours'][number];

const shortNames = weekdays.map((day) => day.slice(0, 3));

/** Returns the days as "Mon-Fri" if they follow each other, otherwise as "Mon, Wed". */
function formatDays({ days }: Hours): string {
  const names = shortNames.filter((name) => days.some((day) => day.startsWith(name)));
  const isSpan = names.length > 2 && shortNames.join().includes(names.join());
  return isSpan ? `${names[0]}-${names.at(-1)}` : names.join(', ');
}

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' });

/** Returns the times as "8 AM-4:30 PM". */
const formatTimes = ({ opens, closes }: Hours): string =>
  [opens, closes].map((time) => clock.format(new Date(`1970-01-01T${time}Z`)).replace(':00', '')).join('-');
