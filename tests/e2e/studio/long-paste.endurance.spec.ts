import { activeEditor, expect, openDocument, paste, test } from './studio.ts';

/** A text of so many paragraphs as Word and Google Docs put it on the clipboard. */
const paragraphs = {
  Word: (number: number) =>
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>${Array.from(
      { length: number },
      (_, index) =>
        `<p class=MsoNormal style='margin-bottom:8.0pt'><span lang=EN-IN style='font-family:"Calibri",sans-serif'>Paragraph ${index + 1} of a long <b>report</b>.<o:p></o:p></span></p>`,
    ).join('\n')}</body></html>`,
  'Google Docs': (number: number) =>
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1">${Array.from(
      { length: number },
      (_, index) =>
        `<p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;">Paragraph ${index + 1} of a long </span><span style="font-weight:700;">report.</span></p>`,
    ).join('')}</b>`,
};

for (const program of ['Word', 'Google Docs'] as const)
  for (const number of [600, 3_000])
    test(`${number} paragraphs from ${program} are stored`, async ({ page, content }) => {
      const id = `test-paste-${number}`;
      await content.createOrReplace({ _id: `drafts.${id}`, _type: 'article', title: 'Long' });
      await openDocument(page, 'article', id);
      await paste(await activeEditor(page, 'body'), paragraphs[program](number));
      await expect.poll(() => content.fetch(`count(*[_id == "drafts.${id}"][0].body)`)).toBe(number);
      await expect(page.getByText(/^Your changes from .* were not saved/)).toBeHidden();
    });
