import { findExistingPage } from '#web/content/find-page.ts';
import { catchUnavailable } from '#web/content/unavailable.ts';
import { siteSettings } from '#web/env.ts';
import { writeCalendar } from '#web/sections/tender-tool/calendar.ts';
import { readInput } from '#web/sections/tender-tool/input-schemas.ts';
import { evaluateTool } from '#web/sections/tender-tool/results.tsx';

const names = ['path', 'kind', 'buyer', 'bidder', 'closing', 'time', 'reference'];

/** Returns the dates in a bid's document list as a calendar file. 404 if there is no list, 400 for invalid input. */
export const GET = catchUnavailable(async (request: Request) => {
  const typed = readInput(Object.fromEntries(new URL(request.url).searchParams), names);
  const { path = '', reference = '' } = typed;
  const found = path.startsWith('/') ? await findExistingPage(path) : null;
  const section = found?.page?.sections.find((one) => one._type === 'tenderTool' && one.tool === 'papers');
  if (section?._type !== 'tenderTool') return refuse(404, 'This list of documents is no longer here.');
  const now = Date.now();
  const rules = section.rules.flatMap((rule) => rule ?? []);
  const result = evaluateTool('papers', rules, typed, now);
  if (!('papers' in result))
    return refuse(400, 'No dates can be calculated from these answers. Go back and check them.');
  const host = new URL(siteSettings().siteUrl).hostname;
  const closingText = section.closingText ?? '';
  return new Response(writeCalendar({ ...result, now, closingText, reference, host }), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="bid-dates.ics"',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  });
});

function refuse(status: number, message: string): Response {
  return new Response(`${message}\n`, { status, headers: { 'cache-control': 'no-store' } });
}
