import { expect, test } from 'vitest';
import { launchPlaceholders } from '#schemas/launch-placeholders.ts';
import { documentById } from './seed.ts';

const finished = {
  agencyName: 'Saptarishi Growth Partners',
  legalName: 'Saptarishi Growth Partners Private Limited',
  email: 'office@saptarishi.in',
  phone: '+91 98104 41527',
  whatsapp: '+971 50 481 2275',
  grievanceOfficer: 'Meera Nair',
  complaintsUrl: 'https://board.gov.in/complaints',
  offices: [
    { name: 'Gurugram', addressLines: ['Tower B, 4th floor', 'Golf Course Road'], phone: '+971 2 555 8181' },
  ],
  socialLinks: [{ platform: 'x', url: 'https://x.com/saptarishi' }],
};

const titles = (settings: unknown) => launchPlaceholders(settings).map(({ title }) => title);

test('lists every placeholder in the settings of the seed', () => {
  expect(titles(documentById('siteSettings'))).toEqual([
    'Name of the agency',
    'Legal name',
    'E-mail',
    'Phone',
    'WhatsApp number',
    'Grievance officer',
    'Page of the Data Protection Board for complaints',
    'Address of the office Gurugram',
    'Address of the office Abu Dhabi',
    'Social profiles without an address',
  ]);
});

test('lists nothing if the settings have real values', () => {
  expect(launchPlaceholders(finished)).toEqual([]);
});

test.each([
  ['agencyName', '[Agency]', 'Name of the agency'],
  ['email', 'hello@agency.example', 'E-mail'],
  ['email', 'me@localhost', 'E-mail'],
  ['phone', '+91 00000 00000', 'Phone'],
  ['whatsapp', '+91 99999 99999', 'WhatsApp number'],
  ['complaintsUrl', '', 'Page of the Data Protection Board for complaints'],
])('treats %s as a placeholder if it is "%s"', (field, value, title) => {
  expect(titles({ ...finished, [field]: value })).toEqual([title]);
});

test('treats missing settings as placeholders', () => {
  expect(titles(undefined)).toContain('Name of the agency');
});

test.each(['phone', 'whatsapp'])('names the %s of an office that nobody can reach', (field) => {
  const [office] = finished.offices;
  const offices = [{ ...office, [field]: '+971 50 000 0000' }];
  expect(launchPlaceholders({ ...finished, offices })).toMatchObject([
    { title: 'Phone of the office Gurugram', value: '+971 50 000 0000' },
  ]);
});
