/** Returns a ZIP file with the headers of these entries, which are empty. */
export function zip(names: string[]): Buffer<ArrayBuffer> {
  const entries = names.map((name) => `PK\u0003\u0004${'\0'.repeat(26)}${name}`);
  return Buffer.from(`${entries.join('')}PK\u0005\u0006${'\0'.repeat(18)}`);
}

export const docxNames = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml'];
export const docx = zip(docxNames);

/** Returns a PDF of at least 24 bytes with this text. */
export const pdf = (text = 'a CV', size = 0): Buffer<ArrayBuffer> => {
  const [start, end] = [`%PDF-1.7\n${text}\n`, '\n%%EOF\n'];
  return Buffer.concat([
    Buffer.from(start),
    Buffer.alloc(Math.max(0, size - Buffer.byteLength(start + end)), 0x20),
    Buffer.from(end),
  ]);
};

/** The fields of an applicant. */
export const applicant = {
  path: '/careers/content-writer',
  name: 'Asha Gupta',
  phone: '98765 43210',
  email: 'asha@example.in',
  message: 'I have written tender documents for three years.',
};

/** Applies at a site, as a browser does without scripts. */
export function apply(siteUrl: string, change: Partial<typeof applicant> = {}): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...applicant, ...change })) form.set(name, value);
  form.set('cv', new File([pdf()], 'cv.pdf'));
  return fetch(`${siteUrl}/api/application`, { method: 'POST', body: form });
}
