/** A change that somebody could make by mistake: `from` stands once in the file. Without it, `to` is a new file. */
type Break = {
  name: string;
  file: string;
  from?: string;
  to: string;
  /** Where that is the mistake; all others are noticed by something else than types that are out of date. */
  isWithoutTypegen?: true;
};

/** The text of the file after the break; undefined where it cannot be made, as the file has changed. */
export function applyBreak({ from, to }: Break, text: string | undefined): string | undefined {
  if (from === undefined) return text === undefined ? to : undefined;
  return text?.split(from).length === 2 ? text.replace(from, () => to) : undefined;
}

/** A mistake that the fast check must notice, for a reason of its own. */
export const breaks: Break[] = [
  // Who may do what.
  {
    name: 'finance reads enquiries',
    file: 'roles.ts',
    from: "may: ['handlePayments'],",
    to: "may: ['handlePayments', 'answerEnquiries'],",
  },
  {
    name: 'viewer sees payments',
    file: 'roles.ts',
    from: "may: ['readContent'],",
    to: "may: ['readContent', 'handlePayments'],",
  },
  {
    name: 'HR edits all content',
    file: 'roles.ts',
    from: "may: ['readContent', 'editOpenings'],",
    to: "may: ['readContent', 'editOpenings', 'editContent'],",
  },
  {
    name: 'editor manages people',
    file: 'roles.ts',
    from: "may: ['readContent', 'editContent', 'editOpenings', 'answerEnquiries', 'seeVisits'],",
    to: "may: ['readContent', 'editContent', 'editOpenings', 'answerEnquiries', 'seeVisits', 'managePeople'],",
  },
  {
    name: 'an unknown role may everything',
    file: 'roles.ts',
    from: 'names.includes(name) && role.may.includes(capability)',
    to: '!names.includes(name) || role.may.includes(capability)',
  },
  {
    name: 'viewer writes in the lake',
    file: 'apps/content-lake/access/roles.ts',
    from: "grants: [{ filter: everything, permissions: ['read', 'history'] }]",
    to: "grants: [{ filter: everything, permissions: ['read', 'history', 'update'] }]",
  },
  {
    name: 'strangers read drafts',
    file: 'apps/content-lake/access/roles.ts',
    from: `filter: '_id in path("*")'`,
    to: `filter: '_id in path("**")'`,
  },
  {
    name: 'HR writes pages in the lake',
    file: 'roles.ts',
    from: '_type in ["jobOpening", "sanity.previewUrlSecret"]',
    to: '_type in ["jobOpening", "page", "sanity.previewUrlSecret"]',
  },
  {
    name: 'whoever reads content answers enquiries',
    file: 'web/enquiry/staff-api.ts',
    from: "capability: 'answerEnquiries'",
    to: "capability: 'readContent'",
  },
  {
    name: 'a role is asked for by its name',
    file: 'studio/tools/dashboard/tasks.ts',
    from: '...(userMay(user, ',
    to: "...(user?.role === 'administrator' && userMay(user, ",
  },
  {
    name: 'the Studio shows payments to everybody',
    file: 'studio/access/tools.ts',
    from: "  ['payments', 'handlePayments'],\n",
    to: '',
  },
  {
    name: 'a new route without a sign-in',
    file: 'web/app/api/export/route.ts',
    to: "export function GET() {\n  return Response.json({ everything: 'of everybody' });\n}\n",
  },
  {
    name: 'payments without a session',
    file: 'web/app/api/payments/[[...path]]/route.ts',
    from: 'export { answer as DELETE',
    to: 'export const HEAD = () => new Response();\nexport { answer as DELETE',
  },
  {
    name: 'a preview pass is not checked',
    file: 'web/http/preview-pass.ts',
    from: ' && pass === passUntil(until, share)',
    to: '',
  },
  {
    name: 'a client says its own address',
    file: 'web/http/client-address.ts',
    from: 'if (!isTrusted(hop, index)) break;',
    to: '',
  },
  // Money.
  { name: "India's day in UTC", file: 'web/contracts/india.ts', from: "'Asia/Kolkata'", to: "'UTC'" },
  {
    name: '25L is no value',
    file: 'web/contracts/money.ts',
    from: '|lacs?|l|thousands?',
    to: '|lacs?|thousands?',
  },
  {
    name: '31-Mar-26 is no day',
    file: 'web/contracts/india.ts',
    from: '((?:20)?\\d\\d)$/;\nconst monthFirst',
    to: '(20\\d\\d)$/;\nconst monthFirst',
  },
  {
    name: 'numbers that Excel cut are taken',
    file: 'web/payments/bills/rules.ts',
    from: 'shortenedByExcel.test(text.trim())',
    to: "shortenedByExcel.test('')",
  },
  {
    name: 'e-mail addresses keep characters that nobody sees',
    file: 'web/mail/address.ts',
    from: "textField('reference', 254",
    to: "textField('singleLine', 254",
  },
  {
    name: 'a clock a year ahead erases',
    file: 'web/jobs/clock.ts',
    from: 'if (other && time - other.time > tolerance)',
    to: 'if (other && time - other.time > 24 * 365 * 10 * tolerance)',
  },
  {
    name: 'exported times in UTC',
    file: 'web/contracts/india.ts',
    from: "timeZone,\n  dateStyle: 'short'",
    to: "timeZone: 'UTC',\n  dateStyle: 'short'",
  },
  {
    name: 'one decimal is paise',
    file: 'web/contracts/money.ts',
    from: 'decimals.padEnd(places',
    to: 'decimals.padEnd(places - 1',
  },
  {
    name: 'paise of a loss',
    file: 'web/contracts/money.ts',
    from: "paise < 0 ? '-' : ''",
    to: "paise < 0 ? '' : ''",
  },
  {
    name: 'bills of a crore',
    file: 'web/contracts/money.ts',
    from: 'largestAmount = 100_000_000',
    to: 'largestAmount = 1_000_000_000',
  },
  {
    name: 'bills of one paisa',
    file: 'web/contracts/money.ts',
    from: 'smallestAmount = 100;',
    to: 'smallestAmount = 1;',
  },
  {
    name: 'refunds a day too long',
    file: 'web/contracts/refund-terms.ts',
    from: 'day <= (lastDay ?? day)',
    to: 'day <= (lastDay ?? day) + 1',
  },
  {
    name: 'news that is late takes a state back',
    file: 'web/contracts/states.ts',
    from: 'states.indexOf(seen) > states.indexOf(known)',
    to: 'states.indexOf(seen) < states.indexOf(known)',
  },
  {
    name: 'a signature of another payment',
    file: 'web/payments/razorpay/signatures.ts',
    from: "timingSafeEqual(expected, Buffer.from(signature, 'hex'))",
    to: "timingSafeEqual(expected, expected) && signature !== ''",
  },
  {
    name: 'a bill with a cheque in hand is cancelled',
    file: 'web/contracts/bill-actions.ts',
    from: '(paid !== 0 || cheques > 0)',
    to: 'paid !== 0',
  },
  {
    name: 'a cheque of a cancelled bill is cleared',
    file: 'web/contracts/bill-actions.ts',
    from: "  'clear-cheque': alive,",
    to: "  'clear-cheque': all,",
  },
  {
    name: 'the customer of an open bill is erased',
    file: 'web/contracts/bill-actions.ts',
    from: "  erase: ['paid', 'cancelled'],",
    to: "  erase: ['open', 'paid', 'cancelled'],",
  },
  {
    name: 'what is paid for the number of a cancelled bill is lost to staff',
    file: 'web/payments/ledger/bill-state.ts',
    from: 'is null or not exists (',
    to: 'is null or exists (',
  },
  {
    name: 'a surplus of ten rupees is the whole payment',
    file: 'web/payments/ledger/bill-state.ts',
    from: 'when over <= 0 then 0 when over < net then over else net end',
    to: 'when over <= 0 then 0 else net end',
  },
  {
    name: 'a cancelled bill still asks for something',
    file: 'web/payments/ledger/bill-state.ts',
    from: ' else 0 end)`;',
    to: ' else 1000000 end)`;',
  },
  {
    name: 'of two at one link both get an order',
    file: 'web/payments/bills/pay-by-link.ts',
    from: 'amount > open - reserved',
    to: 'amount > open',
  },
  {
    name: 'a link ends before the last reminder',
    file: 'web/payments/bills/link.ts',
    from: 'Math.max(until, ',
    to: 'Math.min(until, ',
  },
  {
    name: 'a bill of another customer',
    file: 'web/payments/ledger/orders.ts',
    from: '    order.customer_phone === bill.customerPhone &&\n',
    to: '',
  },
  {
    name: 'a payment of another amount',
    file: 'web/payments/ledger/orders.ts',
    from: "if (surcharge < 0 || surcharge > (payment.fee ?? 0)) return 'amount';",
    to: 'if (surcharge < 0) return undefined;',
  },
  {
    name: 'a tax that is debited twice',
    file: 'web/contracts/entry-kinds.ts',
    from: 'fee - tax - (amount - ofBill)',
    to: 'fee - (amount - ofBill)',
  },
  {
    name: 'fee and tax swapped',
    file: 'web/payments/ledger/record.ts',
    from: 'fee: seen.fee ?? known?.fee',
    to: 'fee: seen.tax ?? known?.fee',
  },
  {
    name: 'what is learned late changes a month that is over',
    file: 'web/payments/ledger/entries.ts',
    from: 'if (!mayBeClosed({ at }, now)) return',
    to: 'if (at > 0) return',
  },
  {
    name: 'captured and refunded swapped',
    file: 'web/contracts/entry-kinds.ts',
    from: "total: ['captured', 1]",
    to: "total: ['refunded', 1]",
  },
  {
    name: 'refunds that failed are counted',
    file: 'web/contracts/entry-kinds.ts',
    from: "total: ['refunded', -1]",
    to: "total: ['refunded', 1]",
  },
  {
    name: 'partly refunded is refunded',
    file: 'web/payments/ledger/refunds.ts',
    from: 'return refunded >= amount ?',
    to: 'return refunded > 0 ?',
  },
  {
    name: 'a refund of a hundred times the amount',
    file: 'web/payments/back-office/refund-requests.ts',
    from: 'gateway.refund({ paymentId, amount, key: id })',
    to: 'gateway.refund({ paymentId, amount: amount * 100, key: id })',
  },
  {
    name: 'an audit that nobody waits for',
    file: 'web/payments/back-office/refund-requests.ts',
    from: "await audit(trx, { actor: staff, act: 'refund.requested'",
    to: "audit(trx, { actor: staff, act: 'refund.requested'",
  },
  {
    name: 'a formula in a spreadsheet',
    file: 'web/contracts/csv.ts',
    from: 'value.replace(unguarded, "$1\'")',
    to: 'value',
  },
  {
    name: 'a sweep that looks ahead',
    file: 'web/payments/sync/sweep.ts',
    from: 'from - overlap[depth][list]',
    to: 'from + overlap[depth][list]',
  },
  {
    name: 'the whole name on a payment link',
    file: 'web/payments/bills/pay-by-link.ts',
    from: 'customer: isOver ? null : maskedName(bill.customer_name)',
    to: 'customer: isOver ? maskedName(null) : bill.customer_name',
  },
  {
    name: 'the note of a link that has ended',
    file: 'web/payments/bills/pay-by-link.ts',
    from: 'note: isOver ? null : bill.note',
    to: 'note: bill.note',
  },
  {
    name: 'a cancelled bill takes payments by its number',
    file: 'web/payments/ledger/bills.ts',
    from: "    .where('bill_key', 'in', keys)\n    .where('cancelled_at', 'is', null)\n",
    to: "    .where('bill_key', 'in', keys)\n",
  },
  {
    name: 'old news after a restored backup',
    file: 'web/payments/messages/notifications.ts',
    from: 'moment(started - day)), hasEarlierEntry',
    to: 'moment(started - 365 * day)), hasEarlierEntry',
  },
  {
    name: 'money that fits no bill, of no payment',
    file: 'web/payments/ledger/record.ts',
    from: 'const about = { subject, payment_id: subject,',
    to: 'const about = { subject: detail, payment_id: subject,',
  },
  {
    name: 'a reminder that looks like the bill',
    file: 'web/payments/messages/texts.ts',
    from: 'unsubscribeUrl ? `Reminder: ',
    to: 'unsubscribeUrl ? `',
  },
  {
    name: 'an amount of any type from the gateway',
    file: 'web/payments/razorpay/entities.ts',
    from: 'amount_refunded: optional(paise)',
    to: 'amount_refunded: optional(z.any())',
  },
  // Content and its pages.
  {
    name: 'a field renamed without typegen',
    file: 'schemas/documents/testimonial.ts',
    from: "paragraph('quote'",
    to: "paragraph('words'",
    isWithoutTypegen: true,
  },
  {
    name: 'a query changed without typegen',
    file: 'web/sections/hero/hero.tsx',
    from: '  text, figures,',
    to: '  text, figures, subtitle,',
    isWithoutTypegen: true,
  },
  {
    name: 'redirects in a circle',
    file: 'schemas/redirect-rules.ts',
    from: 'if (otherFrom === to && otherTo === from)',
    to: 'if (otherFrom === to && otherTo === to)',
  },
  {
    name: 'openings at another address',
    file: 'schemas/paths.ts',
    from: "jobOpening: '/careers/'",
    to: "jobOpening: '/jobs/'",
  },
  {
    name: 'a redirect away from the API',
    file: 'schemas/paths.ts',
    from: "  'api',\n",
    to: '',
  },
  {
    name: 'claims that nobody has confirmed are shown',
    file: 'web/content/confirmed.ts',
    from: "claimState(evidence) !== 'confirmed'",
    to: "claimState(evidence) === 'expired'",
  },
  {
    name: 'a script in structured data',
    file: 'web/seo/json-ld.tsx',
    from: '/[<>&\\u2028\\u2029]/g',
    to: '/[&\\u2028\\u2029]/g',
  },
  {
    name: 'search engines read test sites',
    file: 'web/seo/robots.ts',
    from: 'if (!allowIndexing)',
    to: 'if (allowIndexing)',
  },
  {
    name: 'an enquiry without a message',
    file: 'web/enquiry/enquiry.ts',
    from: "['name', 'email', 'phone', 'message'] as const",
    to: "['name', 'email', 'phone'] as const",
  },
  {
    name: 'a visitor writes further fields into the chat',
    file: 'web/enquiry/enquiry.ts',
    from: 'cleaners[field] ?? singleLine',
    to: 'cleaners[field] ?? severalLines',
  },
  {
    name: 'markup of an editor in a feed',
    file: 'web/seo/feed.ts',
    from: "element('title', article.title)",
    to: "'<title>'.concat(article.title, '</title>')",
  },
  // Accounts.
  {
    name: 'guesses without end',
    file: 'apps/accounts/attempts.ts',
    from: 'if (tries >= limit)',
    to: 'if (tries >= limit * 1000)',
  },
  {
    name: 'sessions that last for years',
    file: 'apps/accounts/sessions.ts',
    from: 'lifetime = 30 * day',
    to: 'lifetime = 3000 * day',
  },
  {
    name: 'a code that works twice',
    file: 'apps/accounts/one-time.ts',
    from: '    this.#values.delete(secret);\n',
    to: '',
  },
  {
    name: 'an invitation that works for years',
    file: 'apps/accounts/people.ts',
    from: 'Date.now() + lifetime',
    to: 'Date.now() + lifetime * 100',
  },
  {
    name: 'nobody left who manages people',
    file: 'apps/accounts/people.ts',
    from: '!this.hasAdministrator(id)',
    to: '!this.hasAdministrator()',
  },
  {
    name: 'passwords of eight letters',
    file: 'apps/accounts/passwords.ts',
    from: 'minLength = 12',
    to: 'minLength = 8',
  },
  {
    name: 'a session that scripts read',
    file: 'apps/accounts/site.ts',
    from: 'Path=/; HttpOnly; SameSite',
    to: 'Path=/; SameSite',
  },
  {
    name: 'signing in leads to any site',
    file: 'apps/accounts/site.ts',
    from: 'url && this.#origins.includes(url.origin) ? url.href',
    to: 'url ? url.href',
  },
  {
    name: 'whoever knows its id ends a session',
    file: 'apps/accounts/sessions.ts',
    from: "'DELETE FROM sessions WHERE person = ? AND id = ?'",
    to: "'DELETE FROM sessions WHERE ? <> id AND id = ?'",
  },
  // The content lake.
  {
    name: 'strangers read drafts through a perspective',
    file: 'apps/content-lake/query/perspective.ts',
    from: 'isPublicId(id) ? find(id) : undefined',
    to: 'find(id)',
  },
  {
    name: 'what a release unpublishes is shown in it',
    file: 'apps/content-lake/query/perspective.ts',
    from: 'if (document && isUnpublishing(document)) return { id: target, document: undefined };',
    to: 'if (document && isUnpublishing(document)) continue;',
  },
  {
    name: 'an edit of what somebody else has changed meanwhile',
    file: 'apps/content-lake/mutations/patch.ts',
    from: 'document._rev, patch.ifRevisionID',
    to: 'patch.ifRevisionID, patch.ifRevisionID',
  },
  {
    name: 'a patch that makes another type of a document',
    file: 'apps/content-lake/mutations/patch.ts',
    from: "['_id', '_type', '_createdAt']",
    to: "['_id', '_createdAt']",
  },
  {
    name: 'pictures of any size',
    file: 'apps/content-lake/assets/geometry.ts',
    from: 'maxOutputEdge = 4096',
    to: 'maxOutputEdge = 40_960',
  },
  {
    name: 'a request that takes too long looks like a fault',
    file: 'apps/content-lake/time-limit.ts',
    from: 'throw isTimeout(error) ? timeoutError() : error;',
    to: 'throw error;',
  },
  {
    name: 'what a thread is told while it starts again is lost',
    file: 'apps/content-lake/thread.ts',
    from: 'else pending.push(message);',
    to: '',
  },
  {
    name: 'an index that forgets to forget',
    file: 'apps/content-lake/query/document-index.ts',
    from: '      removeSorted(document._id, list);\n',
    to: '',
  },
  {
    name: 'a stranger says which address they have',
    file: 'apps/content-lake/http/origins.ts',
    from: "return isSite ? (headers.get('x-client-address') ?? undefined) : undefined;",
    to: "return isSite === undefined ? undefined : (headers.get('x-client-address') ?? undefined);",
  },
  {
    name: 'a reader misses a transaction after a pause',
    file: 'apps/content-lake/listen/transaction-log.ts',
    from: '=== this.seq - seq ? seq : null',
    to: '=== this.seq - seq ? seq + 1 : null',
  },
  {
    name: 'a draft that outlives its document',
    file: 'apps/content-lake/actions/apply.ts',
    from: 'const deleted = [id, ...includeDrafts].flatMap',
    to: 'const deleted = [id, ...includeDrafts.slice(1)].flatMap',
  },
  {
    name: 'history is read through whole',
    file: 'apps/content-lake/store/dataset-tables.ts',
    from: '  CREATE INDEX changes_document ON changes (document_id, seq);\n',
    to: '',
  },
  // Log and settings.
  {
    name: 'a log of all that an error holds',
    file: 'telemetry/log.ts',
    from: 'part instanceof Error ? part.message : part',
    to: 'part',
  },
  {
    name: 'a terminal full of what is for programs',
    file: 'telemetry/log.ts',
    from: "else if (level !== 'debug') {",
    to: 'else {',
  },
  {
    name: 'requests called whatever a stranger likes',
    file: 'telemetry/log-context.ts',
    from: ' && /^[\\w-]{8,64}$/.test(sent)',
    to: '',
  },
  {
    name: 'a live key at another address',
    file: 'settings.ts',
    from: 'env.RAZORPAY_API_URL && isLiveKey(env.RAZORPAY_KEY_ID)',
    to: 'env.RAZORPAY_API_URL && !isLiveKey(env.RAZORPAY_KEY_ID)',
  },
  {
    name: 'scripts of packages that run at the install',
    file: '.npmrc',
    from: 'ignore-scripts=true',
    to: 'ignore-scripts=false',
  },
  // The Studio, and what visitors' browsers are told.
  {
    name: 'a slow process is killed by the clock',
    file: 'apps/start/watchdog.ts',
    from: 'hasKeepAlive || isWaitingForDisk || used > last ? 0',
    to: 'hasKeepAlive || isWaitingForDisk ? 0',
  },
  {
    name: 'what a form draws has no styles',
    file: 'web/edge/used-styles.ts',
    from: 'for (const word of script.split(betweenWords)) classes.add(word);',
    to: 'script.split(betweenWords);',
  },
  {
    name: 'restored text undoes what others wrote',
    file: 'studio/unsaved/merge-unsaved.ts',
    from: 'merge(partOf(base), partOf(fields), present, (path) =>',
    to: 'merge(present, partOf(fields), present, (path) =>',
  },
  {
    name: 'a merge that undoes what others added to a list',
    file: 'apps/content-lake/merge.ts',
    from: 'mergedOrder([...lead.keys()], [...follow.keys()])',
    to: '[...lead.keys()]',
  },
  {
    name: 'one city in two rows',
    file: 'studio/cities/plan.ts',
    from: 'const refused = [...one.reasons, ...twice, ',
    to: 'const refused = [...one.reasons, ...twice.slice(1), ',
  },
  {
    name: 'viewers are led to what they cannot edit',
    file: 'studio/tools/dashboard/tasks.ts',
    from: 'if (readsOnly(user)) return',
    to: 'if (!readsOnly(user)) return',
  },
  {
    name: 'a claim that stands after its last day',
    file: 'schemas/claims.ts',
    from: "hasPassed(textOf(evidence, 'validUntil')) ? 'expired' : 'confirmed'",
    to: "hasPassed('') ? 'expired' : 'confirmed'",
  },
  {
    name: 'a site that goes live with the e-mail of nobody',
    file: 'schemas/launch-placeholders.ts',
    from: "email === '' || reservedHost.test(email)",
    to: "email === ''",
  },
  {
    name: 'pages that run any script',
    file: 'web/http/page-policy.ts',
    from: `["'strict-dynamic'"]`,
    to: `["'unsafe-inline'"]`,
  },
  {
    name: 'forms that lead anywhere',
    file: 'web/http/page-policy.ts',
    from: `: "'none'"}`,
    to: `: '*'}`,
  },
  {
    name: 'a placeholder in an id',
    file: 'web/content/placeholders.ts',
    from: "name.startsWith('_') ? text : ",
    to: '',
  },
  // The pages that are kept.
  {
    name: 'a page that has changed is shown as it was',
    file: 'web/freshness/page-store.ts',
    from: ' || term.tags.some(isExpired)',
    to: '',
  },
  {
    name: 'a page of one visitor is kept for all',
    file: 'web/edge/renderings.ts',
    from: "answer.status === 200 && cacheControl.startsWith('public')",
    to: 'answer.status === 200',
  },
  {
    name: 'a second store of pages',
    file: 'web/edge/kept-answers.ts',
    to: "import { LRUCache } from 'lru-cache';\n\nnew LRUCache({ max: 1000 });\n",
  },
  {
    name: 'pages saved for another address',
    file: 'web/edge/saved-pages.ts',
    from: '.update(siteUrl + page)',
    to: '.update(page)',
  },
  {
    name: 'bodies of any size where nothing reads them',
    file: 'web/edge/body-limits.ts',
    from: 'largest = 64 * 1024',
    to: 'largest = 64 * 1024 * 1024',
  },
  {
    name: "Next's own pages under their addresses",
    file: 'web/edge/well-formed.ts',
    from: "return isPath ? address : '/404';",
    to: "return isPath || address.length > 0 ? address : '/404';",
  },
  {
    name: 'a new parameter changes pages, and shared caches do not know it',
    file: 'web/contracts/query-parameters.ts',
    from: "'message'] as const",
    to: "'message', 'city'] as const",
  },
  {
    name: 'nginx stores what is for one visitor',
    file: 'deploy/nginx.conf',
    from: ' $site_private $upstream_http_set_cookie',
    to: ' $upstream_http_set_cookie',
  },
  {
    name: 'the page of one visitor is stored for all',
    file: 'web/edge/packed-answer.ts',
    from: "'cache-control': 'private, no-cache'",
    to: "'cache-control': 'public, no-cache'",
  },
  {
    name: 'a compressed page for who cannot read it',
    file: 'web/edge/packed-answer.ts',
    from: "      ...['vary', 'Accept-Encoding'],\n",
    to: '',
  },
  // The house.
  {
    name: 'the site reads from the lake',
    file: 'web/http/signature.ts',
    from: 'export ',
    to: "import '../../apps/content-lake/errors.ts';\n\nexport ",
  },
  {
    name: 'a setting that nothing explains',
    file: 'settings.ts',
    from: '  PORT:',
    to: '  SECRET_SWITCH: z.string().optional(),\n  PORT:',
  },
];
