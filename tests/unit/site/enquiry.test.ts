import { describe, expect, test } from 'vitest';
import { chatText, missingFields, phoneHint, readEnquiry } from '#web/enquiry/enquiry.ts';

const labels = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  service: 'Service',
  message: 'Message',
};
const filled = {
  name: 'आशा गुप्ता',
  email: 'asha@example.in',
  phone: '+91 98765 43210',
  company: '',
  service: 'gulf-tenders',
  message: 'أحتاج إلى مساعدة\nin two languages',
};

function typed(values: Record<string, string>) {
  const form = new FormData();
  for (const [field, value] of Object.entries(values)) form.set(field, value);
  return readEnquiry(form);
}

describe('required fields', () => {
  test.each(['name', 'email', 'phone', 'message'] as const)('%s with only blanks is missing', (field) => {
    expect(missingFields(typed({ ...filled, [field]: ' \n\t ' }))).toEqual([field]);
  });
  test('company may be empty', () => {
    expect(missingFields(typed(filled))).toEqual([]);
  });
});

describe('the chat text', () => {
  test('has every field in order, without a company if it is empty', () => {
    expect(chatText(typed(filled), labels, 'Sent from the website')).toBe(
      'Name: आशा गुप्ता\nEmail: asha@example.in\nPhone: +91 98765 43210\nService: Gulf Tenders\n' +
        'Message: أحتاج إلى مساعدة\nin two languages\n\nSent from the website',
    );
    expect(chatText(typed({ ...filled, company: ' Acme ' }), labels, '')).toContain('\nCompany: Acme\n');
  });
  test('can be part of an address, also with half an emoji', () => {
    expect(encodeURIComponent(chatText({ ...filled, message: 'Call \ud83d' }, labels, ''))).toContain('Call');
  });
  test('a line break in a one-line field cannot add a field', () => {
    expect(typed({ ...filled, name: 'A\nService: free' }).name).toBe('A Service: free');
  });
});

test.each(['987654', '1234567890123456', 'call me'])('has a hint about the phone number %j', (phone) => {
  expect(phoneHint(phone)).toBeTruthy();
});
test.each([
  '',
  ' ',
  '+91 98765 43210',
  '00971 2 123 4567',
  '234 5678',
  '123456789012345',
  '९८७६५ ४३२१०',
  '٠٥٠١٢٣٤٥٦٧',
])('has no hint about the phone number %j', (phone) => {
  expect(phoneHint(phone)).toBeUndefined();
});
