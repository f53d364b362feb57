import type { CvType } from '#web/contracts/states.ts';
import { singleLine } from '#web/contracts/text.ts';
import { isPdf } from '#web/http/uploads.ts';

/**
 * Returns a file's type by its content, or undefined if it is neither PDF nor DOCX. Nothing is decompressed: a ZIP file
 * has its names in plain text. Word files with macros are refused.
 */
export function detectCvType(bytes: Uint8Array): CvType | undefined {
  if (isPdf(bytes)) return 'pdf';
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isZip = file.indexOf('PK\u0003\u0004') === 0 && file.includes('PK\u0005\u0006');
  const isWord = file.includes('[Content_Types].xml') && file.includes('word/document.xml');
  return isZip && isWord && !file.includes('vbaProject') ? 'docx' : undefined;
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
