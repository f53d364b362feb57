import { expect, test } from 'vitest';
import { applicationSchema } from '#web/applications/application.ts';
import { cvFileName, detectCvType } from '#web/applications/cv.ts';
import { docx, docxNames, pdf, zip } from '../../integration/applications/files.ts';

test.each<[string, Buffer, ReturnType<typeof detectCvType>]>([
  ['a PDF', pdf(), 'pdf'],
  // It is only ever saved as a PDF.
  ['a PDF that is also a ZIP file', Buffer.concat([pdf(), docx]), 'pdf'],
  ['a DOCX', docx, 'docx'],
  ['a PDF behind markup', Buffer.concat([Buffer.from('<script>1</script>'), pdf()]), undefined],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), undefined],
  ['a program', Buffer.from('MZ\u0090\u0000 %PDF-1.7 %%EOF'), undefined],
  ['an old Word file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), undefined],
  ['a ZIP file that is no DOCX', zip(['word/document.txt', 'a.exe']), undefined],
  ['an Excel file', zip(['[Content_Types].xml', 'xl/workbook.xml']), undefined],
  ['a DOCX with macros', zip([...docxNames, 'word/vbaProject.bin']), undefined],
  ['half a DOCX', docx.subarray(0, docx.length / 2), undefined],
  ['a DOCX behind a program', Buffer.concat([Buffer.from('MZ'), docx]), undefined],
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
