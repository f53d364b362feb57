import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lakeCommand } from '../../../apps/start/first-run.ts';
import { describeServices } from '../../../apps/start/services.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { hardCodedTexts } from '../../support/hard-coded-texts.ts';
import { attributeTexts, type FetchedPage, fetchPage, visibleTexts } from '../../support/html.ts';
import { articlePaths, jobPaths } from '../../support/routes.ts';
import { pathOf } from '../../support/seed-content.ts';
import { startStack } from '../../support/stack.ts';
import { type Marker, markerPattern, seedWithMarkers, writeDataset } from './seed-with-markers.ts';

const { documents, markers } = seedWithMarkers();
const folder = writeDataset(documents);
const stack = await closeAfterwards(startStack({ parts: ['lake', 'site'], seed: false }));
const pages: FetchedPage[] = [];

beforeAll(async () => {
  const { lake } = describeServices(stack.settings, stack.secrets, { dev: false });
  if (!lake) throw new Error('This test needs the embedded content lake.');
  await lakeCommand(lake, ['import', folder, '--replace']);
  const paths = documents.flatMap((document) => pathOf(document) ?? []);
  for (const path of [
    ...paths,
    '/?in=gulf',
    '/pay-online?in=gulf',
    '/seo-locations?in=gulf',
    '/no-such-page',
  ])
    pages.push(await fetchPage(stack.siteUrl, path));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Texts that are not in the HTML, with the reason. */
const notShown: Record<string, string> = {
  'caseStudy.consent': 'for colleagues only',
  'articleList.emptyText': 'shown when there is no article',
  'cityInsight.portalsHeading': 'shown for states whose portals are known',
  'evidenceList.sourceLabel': 'shown with evidence',
  'evidenceList.dateLabel': 'shown with evidence',
  'evidenceList.untilLabel': 'shown with evidence',
  'jobOpenings.closedText': 'shown on the page of an opening that is closed',
  'jobOpenings.emptyText': 'shown when there is no opening',
  'article.name': 'stands where the author is no person',
  'article.role': 'stands where the author is no person',
  'picture.alt of article-how-to-read-a-tender-notice': 'of an author that is no person',
  'person.languages of person-hiring': 'an opening names whom to ask, and no more',
  'person.cities of person-hiring': 'an opening names whom to ask, and no more',
  'person.askAbout of person-hiring': 'an opening names whom to ask, and no more',
  'promise.wordings': 'for the launch checklist only',
  'priceItem.service': 'in the link that stands in place of a price',
  'enquiryValue.resultLabel': 'shown in a result',
  'cityPage.otherNames': 'in the addresses that redirect, and in the box that finds a city',
  'jobOpenings.decisionLabel': 'shown when an opening says how applications are decided',
  'action.service of page-seo-locations': 'shown for a city without a page',
  'cityLinks.nearText': 'shown above cities with a similar name',
  'cityLinks.missingText': 'shown for a city without a page',
  'action.label of page-seo-locations': 'shown for a city without a page',
  'tenderTool.resultHeading': 'shown in a result',
  'tenderTool.decidesText': 'shown in a result',
  'tenderTool.changeLabel': 'shown in a result',
  'tenderTool.noRuleText': 'shown in a result',
  'tenderTool.endedText': 'shown in a result',
  'tenderTool.sourceLabel': 'shown in a result',
  'tenderTool.checkedLabel': 'shown in a result',
  'tenderTool.untilLabel': 'shown in a result',
  'tenderTool.unconfirmedText': 'shown in a result',
  'tenderTool.exemptText': 'shown in a result',
  'tenderTool.closingText': 'shown in a result',
  'tenderTool.lateText': 'shown in a result',
  'tenderTool.calendarLabel': 'shown in a result',
  'tenderTool.canText': 'shown in a result',
  'tenderTool.fixText': 'shown in a result',
  'tenderTool.cannotText': 'shown in a result',
  'tenderTool.metText': 'shown in a result',
  'tenderTool.failedText': 'shown in a result',
  'tenderTool.openText': 'shown in a result',
  'tenderTool.relaxedText': 'shown in a result',
  'tenderRule.name': 'shown in a result',
  'tenderRule.text': 'shown in a result',
  'tenderRule.exceptions': 'shown in a result',
  'tenderRule.toCheck': 'for the launch checklist only',
  'tenderRule.source': 'shown in a result',
  'action.label of page-tender-deposits': 'of the tool, shown in a result',
  'action.label of page-tender-papers': 'of the tool, shown in a result',
  'action.label of page-tender-eligibility': 'of the tool, shown in a result',
  'action.service of page-tender-deposits': 'in the address of a button in a result',
  'action.service of page-tender-papers': 'in the address of a button in a result',
  'action.service of page-tender-eligibility': 'in the address of a button in a result',
  'paymentForm.transferText': 'shown with a confirmed account for dirhams',
  'enquiryForm.openingText': 'typed for whoever comes from an opening',
  'siteSettings.notice': 'shown once copies of enquiries are stored',
  'siteSettings.udyamNote': 'shown on a payment link once there is a Udyam number',
  'action.label of page-prices': 'stands in place of a price',
  'page.title of page-home': 'breadcrumbs call the home page by their own word',
};

test('every page responds with 200', () => {
  expect(pages.filter(({ status, path }) => status !== (path === '/no-such-page' ? 404 : 200))).toEqual([]);
});

test('a local address labels every sample', () => {
  const counts = pages.map(({ path, root }) => [path, root.querySelectorAll('.claim-mark').length]);
  expect(Object.fromEntries(counts.filter(([, count]) => count))).toEqual({
    '/': 3,
    '/?in=gulf': 3,
    '/about': 4,
    ...Object.fromEntries([...articlePaths, ...jobPaths].map((path) => [path, 1])),
    '/contact': 3,
    '/digital-marketing': 3,
    '/evidence': 35,
    '/prices': 10,
    '/seo-sem': 2,
    '/tender-services': 2,
    '/seo-services-pune': 1,
    '/work': 1,
    '/work/sample': 1,
  });
});

test('every text of the seed is on a page', () => {
  const everything = pages.map(({ html }) => html).join('\n');
  const isShown = ({ field, marker }: Marker) =>
    everything.includes(field.endsWith('.whatsapp') ? marker.replaceAll(/\D/g, '') : marker);
  const missing = markers
    .filter((one) => !isShown(one))
    .filter(({ field, document }) => !(field in notShown) && !(`${field} of ${document}` in notShown))
    .map(({ field, document, original }) => `${document} ${field}: ${original.slice(0, 60)}`);
  expect(missing).toEqual([]);
});

test('every text on a page comes from the seed, or from code and is listed here', () => {
  const foreign = pages.flatMap((page) =>
    [...visibleTexts(page), ...attributeTexts(page)]
      .map((text) =>
        text
          .replaceAll(/qz\d{4}@marker\.example/g, '')
          .replaceAll(markerPattern, '')
          .trim(),
      )
      .filter((text) => !hardCodedTexts.some((pattern) => pattern.test(text))),
  );
  expect([...new Set(foreign)]).toEqual([]);
});

test('no original text of the seed is left in any markup', () => {
  const originals = [...new Set(markers.map(({ original }) => original))].filter((text) =>
    /\p{L}.* .{6,}/u.test(text),
  );
  const left = pages.flatMap(({ html, path }) =>
    originals.filter((text) => html.includes(text)).map((text) => `${path}: ${text}`),
  );
  expect(left).toEqual([]);
});
