import { listIn, textOf } from './property.ts';
import { platformNames } from './social-platforms.ts';

/** A site setting that still holds a placeholder, because only the owner knows the value. */
interface LaunchPlaceholder {
  field: string;
  title: string;
  value: string;
  advice: string;
}

/** Reserved host names (RFC 2606 and RFC 6761). */
const reservedHost = /(?:^|[@.])(?:example\.(?:com|net|org)|example|test|invalid|localhost)$/i;
/** Placeholder names, such as the seed's "Agency Name". */
const unfinishedName = /[[\]]|^$|\bagency name\b|\b(?:your|example|sample|placeholder)\b/i;
/** Whether an address line is still the seed's placeholder. */
export const isUnfinishedAddress = (line: string) => /^(?:building and|street and)\b/i.test(line);

/** Whether a phone number cannot exist: too short, too many repeated digits, or an invalid area code. */
function isUnreachable(phone: string): boolean {
  const digits = phone.replaceAll(/\D/g, '');
  return digits.length < 7 || /(\d)\1{5}/.test(digits) || /^910/.test(digits);
}

const fields: (Omit<LaunchPlaceholder, 'value'> & { unfinished: (value: string) => boolean })[] = [
  {
    field: 'agencyName',
    title: 'Name of the agency',
    advice: 'Enter the name that clients know.',
    unfinished: (name) => unfinishedName.test(name),
  },
  {
    field: 'legalName',
    title: 'Legal name',
    advice: 'Enter the registered name. Policies and receipts show it.',
    unfinished: (name) => unfinishedName.test(name),
  },
  {
    field: 'email',
    title: 'E-mail',
    advice: 'Enter an address that somebody reads. Refund requests go there.',
    unfinished: (email) => email === '' || reservedHost.test(email),
  },
  {
    field: 'phone',
    title: 'Phone',
    advice: 'Enter a number that somebody answers. Every call link uses it.',
    unfinished: isUnreachable,
  },
  {
    field: 'whatsapp',
    title: 'WhatsApp number',
    advice: 'Enter a number with WhatsApp. Enquiries are sent there.',
    unfinished: isUnreachable,
  },
  {
    field: 'grievanceOfficer',
    title: 'Grievance officer',
    advice: 'Enter the name. The privacy policy shows it with the grievance contact.',
    unfinished: (name) => name === '',
  },
  {
    field: 'complaintsUrl',
    title: 'Page of the Data Protection Board for complaints',
    advice: 'Look up the address on a government site. On 27 November 2026 we could not verify one.',
    unfinished: (url) => url === '',
  },
];

/** Returns the placeholders left in a `siteSettings` document, each with advice. Empty settings count too. */
export function launchPlaceholders(settings: unknown): LaunchPlaceholder[] {
  return [
    ...fields.flatMap(({ field, title, advice, unfinished }) => {
      const value = textOf(settings, field)?.trim() ?? '';
      return unfinished(value) ? [{ field, title, value, advice }] : [];
    }),
    ...unfinishedOffices(settings),
    ...unfinishedProfiles(settings),
  ];
}

function unfinishedOffices(settings: unknown): LaunchPlaceholder[] {
  return listIn(settings, 'offices').flatMap((office) => {
    const lines = listIn(office, 'addressLines');
    const address = lines.filter((line) => typeof line === 'string' && isUnfinishedAddress(line));
    const numbers = ['phone', 'whatsapp'].flatMap((field) => textOf(office, field) ?? []);
    const value = [...address, ...numbers.filter((number) => number && isUnreachable(number))].join(', ');
    if (!value) return [];
    return {
      field: 'offices',
      title:
        `${address.length > 0 ? 'Address' : 'Phone'} of the office ${textOf(office, 'name') ?? ''}`.trim(),
      value,
      advice:
        'Enter what visitors and search engines see: the building and the street, a number that is answered.',
    };
  });
}

function unfinishedProfiles(settings: unknown): LaunchPlaceholder[] {
  const empty = listIn(settings, 'socialLinks').filter((profile) => !textOf(profile, 'url'));
  if (empty.length === 0) return [];
  return [
    {
      field: 'socialLinks',
      title: 'Social profiles without an address',
      value: empty
        .map((profile) => textOf(platformNames, textOf(profile, 'platform') ?? '') ?? '?')
        .join(', '),
      advice: 'Enter the addresses of your profiles, or remove the profiles that you do not have.',
    },
  ];
}
