import { expect, test } from 'vitest';
import { applicationSchema } from '#web/applications/application.ts';
import { cvFileName, detectCvType } from '#web/applications/cv.ts';
import { startUpload } from '#web/applications/uploads.ts';
import { docx, docxNames, pdf, zip } from '../../integration/applications/files.ts';

const utf16 = Buffer.from('%PDF-1.7 %%EOF', 'utf16le');
const directoryBeyondFile = Buffer.from(docx);
directoryBeyondFile.writeUInt32LE(0xffff_fff0, docx.length - 6);
const longName = Buffer.from(docx);
longName.writeUInt16LE(0xffff, docx.indexOf('PK\u0001\u0002', 0, 'latin1') + 28);

test.each<[string, Buffer, ReturnType<typeof detectCvType>]>([
  ['a PDF', pdf(), 'pdf'],
  ['a PDF with lines after its end', Buffer.concat([pdf(), Buffer.alloc(500, '\n')]), 'pdf'],
  // It is only ever saved as a PDF.
  ['a PDF that is also a ZIP file', Buffer.concat([pdf(), docx]), 'pdf'],
  ['a DOCX', docx, 'docx'],
  ['an empty file', Buffer.alloc(0), undefined],
  ['a PDF without its end', pdf().subarray(0, 12), undefined],
  ['a PDF behind markup', Buffer.concat([Buffer.from('<script>1</script>'), pdf()]), undefined],
  ['a PDF in UTF-16', utf16, undefined],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), undefined],
  ['a program', Buffer.from('MZ\u0090\u0000 %PDF-1.7 %%EOF'), undefined],
  ['an old Word file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), undefined],
  ['a ZIP file that is no DOCX', zip(['word/document.txt', 'a.exe']), undefined],
  ['an Excel file', zip(['[Content_Types].xml', 'xl/workbook.xml']), undefined],
  ['a DOCX with macros', zip([...docxNames, 'word/vbaProject.bin']), undefined],
  ['half a DOCX', docx.subarray(0, docx.length / 2), undefined],
  ['a DOCX with a program behind it', Buffer.concat([docx, Buffer.from('MZ')]), undefined],
  ['a DOCX behind a program', Buffer.concat([Buffer.from('MZ'), docx]), undefined],
  ['a directory beyond the file', directoryBeyondFile, undefined],
  ['a name beyond the file', longName, undefined],
  ['names in the content only', zip(['a.txt'], docxNames.join(' ')), undefined],
])('%s', (_is, bytes, type) => {
  expect(detectCvType(bytes)).toBe(type);
});

test.each([
  ['Asha Gupta', 'CV Asha Gupta.pdf'],
  ['../../etc/passwd', 'CV etcpasswd.pdf'],
  ['a\r\nSet-Cookie: b="c"\u202Efdp.exe', 'CV a Set-Cookie bcfdpexe.pdf'],
  ['आशा गुप्ता', 'CV आशा गुप्ता.pdf'],
  ['😀<>', 'CV of an applicant.pdf'],
  ['x'.repeat(300), `CV ${'x'.repeat(60)}.pdf`],
])('the CV of %j is saved under a safe name', (name, file) => {
  expect(cvFileName(name, 'pdf')).toBe(file);
});

const typed = { name: 'Asha', phone: '98765 43210', email: 'a@example.in', message: '' };

test.each([
  [{}, true],
  [{ phone: '+९१ ९८७६५-४३२१०' }, true],
  [{ phone: '+971 50 123 4567', message: 'नमस्ते\nAsha' }, true],
  [{ phone: '12345' }, false],
  [{ phone: '1'.repeat(16) }, false],
  [{ name: '\u200b\u200b' }, false],
  [{ email: 'a@b' }, false],
  [{ message: 'x'.repeat(2001) }, false],
])('an application with %j', (change, isValid) => {
  expect(applicationSchema.safeParse({ ...typed, ...change }).success).toBe(isValid);
});

test('one network cannot take the room of all uploads', () => {
  const ends = Array.from({ length: 5 }, () => startUpload('10.0.0.1'));
  expect(ends.map((end) => end !== undefined)).toEqual([true, true, true, false, false]);
  const others = Array.from({ length: 30 }, (_, index) => startUpload(`10.0.1.${index}`));
  expect(others.filter(Boolean)).toHaveLength(17);
  for (const end of [...ends, ...others]) end?.();
  expect(startUpload('10.0.0.1')).toBeDefined();
});
