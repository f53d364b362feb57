import { readApplicationLabels } from '#schemas/sections/application-labels.ts';
import { applicationFields, applicationSchema, honeypotField } from '#web/applications/application.ts';
import { getApplications } from '#web/applications/applications.ts';
import { detectCvType, maxCv } from '#web/applications/cv.ts';
import { storeApplication } from '#web/applications/store.ts';
import { startUpload } from '#web/applications/uploads.ts';
import { findExistingPage } from '#web/content/find-page.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { fieldErrors } from '#web/http/field-errors.ts';
import { listNetworks } from '#web/http/rate-limit.ts';
import { readUploads } from '#web/http/uploads.ts';
import { log } from '#web/log.ts';
import { formAgain, message, refusals, type Typed } from './pages.ts';

/** Bytes. Leaves room for the texts in addition to the CV. */
const maxBody = maxCv + 64 * 1024;
const maxParts = 30;
/** Characters of a field that are read. No valid field is that long. */
const maxText = 5000;
const keyPattern = /^[\w-]{20,100}$/;

/**
 * Receives an application for an opening as a form with a file. Responds with a page: 200 once it is stored, however often
 * it is sent; 400 with the form for an invalid field; 403 for a form of another site; 404 if the opening takes no
 * applications; 410 if it is closed; 413 or 415 for a body that is not read; 429 or 503 if it was not stored.
 */
export async function POST(request: Request): Promise<Response> {
  if (request.headers.get('sec-fetch-site') === 'cross-site') return refusals.unreadable(403);
  try {
    return await receive(request);
  } catch (reason) {
    log('error', 'storing an application failed', { reason });
    return refusals.unavailable();
  }
}

/** A reload, or an address bar that remembers the form's address. */
export const GET = () => new Response(null, { status: 303, headers: { location: '/contact' } });

async function receive(request: Request): Promise<Response> {
  const applications = await getApplications();
  const client = clientAddress(request.headers);
  const seconds = await applications.limit.take(listNetworks(client), applications.now());
  if (seconds > 0) return refusals.limited(seconds);
  const endUpload = startUpload(client);
  if (!endUpload) return refusals.unavailable();
  try {
    const form = await readForm(request);
    return form instanceof Response ? form : await take(applications, form);
  } finally {
    endUpload();
  }
}

async function readForm(request: Request): Promise<FormData | Response> {
  const form = await readUploads(request, maxBody);
  if (form instanceof FormData) return [...form.keys()].length > maxParts ? refusals.unreadable(400) : form;
  return form.status === 413 ? refusals.tooLarge() : refusals.unreadable(form.status);
}

async function take(
  applications: Awaited<ReturnType<typeof getApplications>>,
  form: FormData,
): Promise<Response> {
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.slice(0, maxText) : '';
  };
  const path = read('path');
  const found = path.startsWith('/') ? await findExistingPage(path) : null;
  const content = found?.page.content;
  const settings = found?.site.applications;
  if (!found || content?._type !== 'jobOpening' || !settings?.open) return refusals.unknown();
  const back = { href: found.page.path, label: 'Back to the opening' };
  if (!content.isOpen)
    return message(410, {
      heading: 'This opening is closed',
      text: `We no longer take applications for ${content.title}. Nothing was stored.`,
      hint: 'Other openings are on our careers page.',
      link: found.page.parents[0]
        ? { href: found.page.parents[0].path, label: found.page.parents[0].name }
        : back,
    });
  const key = keyPattern.test(read('key')) ? read('key') : '';
  const typed: Typed = {
    ...{ path: found.page.path, key: key || crypto.randomUUID() },
    ...{ name: read('name'), phone: read('phone'), email: read('email'), message: read('message') },
  };
  const labels = readApplicationLabels(content.parent?.sections[0]);
  const cv = await readCv(form.get('cv'));
  const application = applicationSchema.safeParse(
    Object.fromEntries(applicationFields.map((name) => [name, typed[name]])),
  );
  if (!application.success || 'problem' in cv || read(honeypotField)) {
    const problems = {
      ...(application.success ? {} : fieldErrors(application.error)),
      ...('problem' in cv ? { cv: cv.problem } : {}),
    };
    return formAgain(typed, { labels, notice: settings.notice ?? '', problems });
  }
  const outcome = await storeApplication(applications, application.data, {
    key,
    cv,
    opening: { id: content._id, title: content.title },
    recipient: settings.recipient || found.site.email,
    days: settings.days,
  });
  if (outcome === 'full') {
    log('error', 'there is no room for more applications: erase old ones in the Studio');
    return refusals.unavailable();
  }
  return message(200, {
    heading: 'Your application has arrived',
    text: `We have your application for ${content.title} with your CV. You do not need to do anything else.`,
    hint: settings.notice ?? '',
    link: back,
  });
}

type Cv = Parameters<typeof storeApplication>[2]['cv'];

async function readCv(file: FormDataEntryValue | null): Promise<Cv | { problem: string }> {
  if (!(file instanceof File) || file.size === 0) return { problem: 'Choose your CV' };
  if (file.size > maxCv) return { problem: 'Choose a CV of at most 5 MB' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = detectCvType(bytes);
  return type
    ? { type, bytes }
    : { problem: 'Choose a CV that is a PDF or a Word file (DOCX) without macros' };
}
