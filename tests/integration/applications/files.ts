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
