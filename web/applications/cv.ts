import type { CvType } from '#web/contracts/states.ts';
import { singleLine } from '#web/contracts/text.ts';
import { isPdf } from '#web/http/uploads.ts';

/** Bytes: 5 MB. */
export const maxCv = 5 * 1024 * 1024;

/** Sizes in bytes and offsets in the records of a ZIP file. All numbers are little-endian. */
const zipEnd = { signature: 0x06054b50, size: 22, entries: 10, directory: 16, comment: 20 };
const zipEntry = { signature: 0x02014b50, size: 46, nameLength: 28, extraLength: 30, commentLength: 32 };
const maxEntries = 5000;

/**
 * Returns a file's type by its content, or undefined if it is neither PDF nor DOCX. Nothing is decompressed. Word files with
 * macros are refused.
 */
export function detectCvType(bytes: Uint8Array): CvType | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isPdf(file)) return 'pdf';
  const names = file.toString('latin1', 0, 4) === 'PK\u0003\u0004' ? listZipEntries(file) : [];
  const isWord = names.includes('[Content_Types].xml') && names.includes('word/document.xml');
  return isWord && !names.some((name) => /vbaProject/i.test(name)) ? 'docx' : undefined;
}

/** Returns the names in a ZIP file's directory. Returns none for a damaged file, or if anything follows the directory. */
function listZipEntries(file: Buffer): string[] {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0 || end + zipEnd.size > file.length) return [];
  if (end + zipEnd.size + file.readUInt16LE(end + zipEnd.comment) !== file.length) return [];
  const count = file.readUInt16LE(end + zipEnd.entries);
  const names: string[] = [];
  for (let at = file.readUInt32LE(end + zipEnd.directory); names.length < Math.min(count, maxEntries); ) {
    if (at + zipEntry.size > end || file.readUInt32LE(at) !== zipEntry.signature) return [];
    const nameEnd = at + zipEntry.size + file.readUInt16LE(at + zipEntry.nameLength);
    if (nameEnd > end) return [];
    names.push(file.toString('utf8', at + zipEntry.size, nameEnd));
    at =
      nameEnd + file.readUInt16LE(at + zipEntry.extraLength) + file.readUInt16LE(at + zipEntry.commentLength);
  }
  return names;
}

/**
 * Returns the name under which staff download a CV. The name of the uploaded file is never used.
 * @example cvFileName('Asha ../Gupta', 'pdf') // 'CV Asha Gupta.pdf'
 */
export function cvFileName(applicant: string, type: CvType): string {
  const name = singleLine(applicant)
    .replace(/[^\p{L}\p{M}\p{N} '-]/gu, '')
    .slice(0, 60)
    .toWellFormed();
  return `CV ${singleLine(name) || 'of an applicant'}.${type}`;
}
