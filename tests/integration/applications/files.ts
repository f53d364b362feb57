/** Returns a ZIP file with these entries, uncompressed and without checksums. */
export function zip(names: string[], content = 'x'): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const file = Buffer.alloc(30);
    file.write('PK\u0003\u0004', 'latin1');
    file.writeUInt32LE(content.length, 18);
    file.writeUInt32LE(content.length, 22);
    file.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.write('PK\u0001\u0002', 'latin1');
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name));
    const written = [file, Buffer.from(name), Buffer.from(content)];
    parts.push(...written);
    offset += Buffer.concat(written).length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
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
