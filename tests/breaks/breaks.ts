/** A deliberate mistake, as in mutation testing. `from` occurs once in the file. Without `from`, `to` is a new file. */
type Break = {
  name: string;
  file: string;
  from?: string;
  to: string;
  /** Set if outdated generated types are the mistake. All other breaks must fail for another reason. */
  isWithoutTypegen?: true;
};

/** Returns the text of the file with the break; undefined if `from` does not occur exactly once. */
export function applyBreak({ from, to }: Break, text: string | undefined): string | undefined {
  if (from === undefined) return text === undefined ? to : undefined;
  return text?.split(from).length === 2 ? text.replace(from, () => to) : undefined;
}

/** Mistakes that the fast check must detect. */
export const breaks: Break[] = [
  // Permissions.
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
    name: 'an unknown role has every capability',
    file: 'roles.ts',
    from: 'names.includes(name) && role.may.includes(capability)',
    to: '!names.includes(name) || role.may.includes(capability)',
  },
  {
    name: 'a viewer writes content',
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
    name: 'HR writes pages',
    file: 'roles.ts',
    from: '_type in ["jobOpening", "sanity.previewUrlSecret"]',
    to: '_type in ["jobOpening", "page", "sanity.previewUrlSecret"]',
  },
  {
    name: 'viewers answer enquiries',
    file: 'web/enquiry/staff-api.ts',
    from: "capability: 'answerEnquiries'",
    to: "capability: 'readContent'",
  },
  {
    name: 'code compares the name of a role',
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
    from: ' && pass === signedPass(until, share)',
    to: '',
  },
  {
    name: 'clients can forge their IP address',
    file: 'web/http/client-address.ts',
    from: 'if (!isTrusted(hop, index)) break;',
    to: '',
  },
  // Money.
  { name: "India's day in UTC", file: 'web/contracts/india.ts', from: "'Asia/Kolkata'", to: "'UTC'" },
  {
    name: '25L is not parsed as an amount',
    file: 'web/contracts/money.ts',
    from: '|lacs?|l|thousands?',
    to: '|lacs?|thousands?',
  },
  {
    name: '31-Mar-26 is not parsed as a date',
    file: 'web/contracts/india.ts',
    from: '((?:20)?\\d\\d)$/;\nconst monthFirst',
    to: '(20\\d\\d)$/;\nconst monthFirst',
  },
  {
    name: 'numbers that Excel truncated are accepted',
    file: 'web/payments/bills/rules.ts',
    from: 'shortenedByExcel.test(text.trim())',
    to: "shortenedByExcel.test('')",
  },
  {
    name: 'e-mail addresses keep invisible characters',
    file: 'web/mail/address.ts',
    from: "textField('reference', 254",
    to: "textField('singleLine', 254",
  },
  {
    name: 'a clock that is a year ahead erases data',
    file: 'web/jobs/clock.ts',
    from: 'if (other && time - other.time > tolerance)',
    to: 'if (other && time - other.time > 24 * 365 * 10 * tolerance)',
  },
  {
    name: 'exported times are in UTC',
    file: 'web/contracts/india.ts',
    from: "timeZone,\n  dateStyle: 'short'",
    to: "timeZone: 'UTC',\n  dateStyle: 'short'",
  },
  {
    name: 'one decimal counts as paise',
    file: 'web/contracts/money.ts',
    from: 'decimals.padEnd(places',
    to: 'decimals.padEnd(places - 1',
  },
  {
    name: 'paise of a negative amount are wrong',
    file: 'web/contracts/money.ts',
    from: "paise < 0 ? '-' : ''",
    to: "paise < 0 ? '' : ''",
  },
  {
    name: 'bills above the maximum are accepted',
    file: 'web/contracts/money.ts',
    from: 'largestAmount = 100_000_000',
    to: 'largestAmount = 1_000_000_000',
  },
  {
    name: 'bills of one paisa are accepted',
    file: 'web/contracts/money.ts',
    from: 'smallestAmount = 100;',
    to: 'smallestAmount = 1;',
  },
  {
    name: 'refunds are allowed for a day too long',
    file: 'web/contracts/refund-terms.ts',
    from: 'day <= (lastDay ?? day)',
    to: 'day <= (lastDay ?? day) + 1',
  },
  {
    name: 'a late event reverts a state',
    file: 'web/contracts/states.ts',
    from: 'states.indexOf(seen) > states.indexOf(known)',
    to: 'states.indexOf(seen) < states.indexOf(known)',
  },
  {
    name: 'the signature of another payment is accepted',
    file: 'web/payments/razorpay/signatures.ts',
    from: "timingSafeEqual(expected, Buffer.from(signature, 'hex'))",
    to: "timingSafeEqual(expected, expected) && signature !== ''",
  },
  {
    name: 'a bill with a received cheque can be cancelled',
    file: 'web/contracts/bill-actions.ts',
    from: '(paid !== 0 || cheques > 0)',
    to: 'paid !== 0',
  },
  {
    name: 'a cheque of a cancelled bill can be cleared',
    file: 'web/contracts/bill-actions.ts',
    from: "  'clear-cheque': alive,",
    to: "  'clear-cheque': all,",
  },
  {
    name: "an open bill's customer is erased",
    file: 'web/contracts/bill-actions.ts',
    from: "  erase: ['paid', 'cancelled'],",
    to: "  erase: ['open', 'paid', 'cancelled'],",
  },
  {
    name: 'staff cannot see money paid for a cancelled bill',
    file: 'web/payments/ledger/bill-state.ts',
    from: 'is null or not exists (',
    to: 'is null or exists (',
  },
  {
    name: 'a surplus of ten rupees counts as the whole payment',
    file: 'web/payments/ledger/bill-state.ts',
    from: 'when over <= 0 then 0 when over < net then over else net end',
    to: 'when over <= 0 then 0 else net end',
  },
  {
    name: 'a cancelled bill still needs action',
    file: 'web/payments/ledger/bill-state.ts',
    from: ' else 0 end)`;',
    to: ' else 1000000 end)`;',
  },
  {
    name: 'two customers at one payment link both get an order',
    file: 'web/payments/bills/pay-by-link.ts',
    from: 'amount > open - reserved',
    to: 'amount > open',
  },
  {
    name: 'a payment link expires before the last reminder',
    file: 'web/payments/bills/link.ts',
    from: 'Math.max(until, ',
    to: 'Math.min(until, ',
  },
  {
    name: 'a payment settles the bill of another customer',
    file: 'web/payments/ledger/orders.ts',
    from: '    order.customer_phone === bill.customerPhone &&\n',
    to: '',
  },
  {
    name: 'a payment of a different amount is accepted',
    file: 'web/payments/ledger/orders.ts',
    from: "if (surcharge < 0 || surcharge > (payment.fee ?? 0)) return 'amount';",
    to: 'if (surcharge < 0) return undefined;',
  },
  {
    name: 'tax is debited twice',
    file: 'web/contracts/entry-kinds.ts',
    from: 'fee - tax - (amount - ofBill)',
    to: 'fee - (amount - ofBill)',
  },
  {
    name: 'fee and tax are swapped',
    file: 'web/payments/ledger/record.ts',
    from: 'fee: seen.fee ?? known?.fee',
    to: 'fee: seen.tax ?? known?.fee',
  },
  {
    name: 'late facts change a closed month',
    file: 'web/payments/ledger/entries.ts',
    from: 'if (!mayBeClosed({ at }, now)) return',
    to: 'if (at > 0) return',
  },
  {
    name: 'captured and refunded are swapped',
    file: 'web/contracts/entry-kinds.ts',
    from: "total: ['captured', 1]",
    to: "total: ['refunded', 1]",
  },
  {
    name: 'failed refunds are counted',
    file: 'web/contracts/entry-kinds.ts',
    from: "total: ['refunded', -1]",
    to: "total: ['refunded', 1]",
  },
  {
    name: 'a partial refund counts as a full one',
    file: 'web/payments/ledger/refunds.ts',
    from: 'return refunded >= amount ?',
    to: 'return refunded > 0 ?',
  },
  {
    name: 'refunds are a hundred times too large',
    file: 'web/payments/back-office/refund-requests.ts',
    from: 'gateway.refund({ paymentId, amount, key: id })',
    to: 'gateway.refund({ paymentId, amount: amount * 100, key: id })',
  },
  {
    name: 'the audit log is written without waiting',
    file: 'web/payments/back-office/refund-requests.ts',
    from: "await audit(trx, { actor: staff, act: 'refund.requested'",
    to: "audit(trx, { actor: staff, act: 'refund.requested'",
  },
  {
    name: 'a CSV cell can contain a formula',
    file: 'web/contracts/csv.ts',
    from: 'value.replace(unguarded, "$1\'")',
    to: 'value',
  },
  {
    name: 'the sweep requests times in the future',
    file: 'web/payments/sync/sweep.ts',
    from: 'from - overlap[depth][list]',
    to: 'from + overlap[depth][list]',
  },
  {
    name: 'a payment link shows the full name',
    file: 'web/payments/bills/pay-by-link.ts',
    from: 'customer: isOver ? null : maskedName(bill.customer_name)',
    to: 'customer: isOver ? maskedName(null) : bill.customer_name',
  },
  {
    name: 'the note of an expired payment link is missing',
    file: 'web/payments/bills/pay-by-link.ts',
    from: 'note: isOver ? null : bill.note',
    to: 'note: bill.note',
  },
  {
    name: 'a cancelled bill accepts payments by its number',
    file: 'web/payments/ledger/bills.ts',
    from: "    .where('bill_key', 'in', keys)\n    .where('cancelled_at', 'is', null)\n",
    to: "    .where('bill_key', 'in', keys)\n",
  },
  {
    name: 'a restored backup sends old messages again',
    file: 'web/payments/messages/notifications.ts',
    from: 'moment(started - day)), hasEarlierEntry',
    to: 'moment(started - 365 * day)), hasEarlierEntry',
  },
  {
    name: 'money that matches no bill has no payment',
    file: 'web/payments/ledger/record.ts',
    from: 'const about = { subject, payment_id: subject,',
    to: 'const about = { subject: detail, payment_id: subject,',
  },
  {
    name: 'a reminder looks like the first message of a bill',
    file: 'web/payments/messages/texts.ts',
    from: 'unsubscribeUrl ? `Reminder: ',
    to: 'unsubscribeUrl ? `',
  },
  {
    name: "the gateway's amounts may have any type",
    file: 'web/payments/razorpay/entities.ts',
    from: 'amount_refunded: optional(paise)',
    to: 'amount_refunded: optional(z.any())',
  },
  // Content and its pages.
  {
    name: 'a field is renamed without typegen',
    file: 'schemas/documents/testimonial.ts',
    from: "paragraph('quote'",
    to: "paragraph('words'",
    isWithoutTypegen: true,
  },
  {
    name: 'a query is changed without typegen',
    file: 'web/sections/hero/hero.tsx',
    from: '  text, figures,',
    to: '  text, figures, subtitle,',
    isWithoutTypegen: true,
  },
  {
    name: 'redirects may form a loop',
    file: 'schemas/redirect-rules.ts',
    from: 'if (otherFrom === to && otherTo === from)',
    to: 'if (otherFrom === to && otherTo === to)',
  },
  {
    name: 'job openings have another URL',
    file: 'schemas/paths.ts',
    from: "jobOpening: '/careers/'",
    to: "jobOpening: '/jobs/'",
  },
  {
    name: 'a redirect may hide the API',
    file: 'schemas/paths.ts',
    from: "  'api',\n",
    to: '',
  },
  {
    name: 'unconfirmed claims are shown',
    file: 'web/content/confirmed.ts',
    from: "claimState(evidence) !== 'confirmed'",
    to: "claimState(evidence) === 'expired'",
  },
  {
    name: 'structured data can contain a script',
    file: 'web/seo/json-ld.tsx',
    from: '/[<>&\\u2028\\u2029]/g',
    to: '/[&\\u2028\\u2029]/g',
  },
  {
    name: 'search engines may list test sites',
    file: 'web/seo/robots.ts',
    from: 'if (!allowIndexing)',
    to: 'if (allowIndexing)',
  },
  {
    name: 'an enquiry needs no message',
    file: 'web/enquiry/enquiry.ts',
    from: "['name', 'email', 'phone', 'message'] as const",
    to: "['name', 'email', 'phone'] as const",
  },
  {
    name: 'visitors can add fields to the chat text',
    file: 'web/enquiry/enquiry.ts',
    from: 'cleaners[field] ?? singleLine',
    to: 'cleaners[field] ?? severalLines',
  },
  {
    name: "an editor's markup is not escaped in a feed",
    file: 'web/seo/feed.ts',
    from: "element('title', article.title)",
    to: "'<title>'.concat(article.title, '</title>')",
  },
  // Accounts.
  {
    name: 'password guesses are unlimited',
    file: 'apps/accounts/attempts.ts',
    from: 'if (tries >= limit)',
    to: 'if (tries >= limit * 1000)',
  },
  {
    name: 'sessions last for years',
    file: 'apps/accounts/sessions.ts',
    from: 'lifetime = 30 * day',
    to: 'lifetime = 3000 * day',
  },
  {
    name: 'a one-time code works twice',
    file: 'apps/accounts/one-time.ts',
    from: '    this.#values.delete(secret);\n',
    to: '',
  },
  {
    name: 'an invitation is valid for years',
    file: 'apps/accounts/people.ts',
    from: 'Date.now() + lifetime',
    to: 'Date.now() + lifetime * 100',
  },
  {
    name: 'the last administrator can be removed',
    file: 'apps/accounts/people.ts',
    from: '!this.hasAdministrator(id)',
    to: '!this.hasAdministrator()',
  },
  {
    name: 'passwords may have eight characters',
    file: 'apps/accounts/passwords.ts',
    from: 'minLength = 12',
    to: 'minLength = 8',
  },
  {
    name: 'scripts can read the session cookie',
    file: 'apps/accounts/site.ts',
    from: 'Path=/; HttpOnly; SameSite',
    to: 'Path=/; SameSite',
  },
  {
    name: 'sign-in redirects to any site',
    file: 'apps/accounts/site.ts',
    from: 'url && this.#origins.includes(url.origin) ? url.href',
    to: 'url ? url.href',
  },
  {
    name: 'anybody who knows its id can end a session',
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
    name: 'a release perspective shows documents that it unpublishes',
    file: 'apps/content-lake/query/perspective.ts',
    from: 'if (document && isUnpublishing(document)) return { id: target, document: undefined };',
    to: 'if (document && isUnpublishing(document)) continue;',
  },
  {
    name: 'an edit overwrites a concurrent change',
    file: 'apps/content-lake/mutations/patch.ts',
    from: 'document._rev, patch.ifRevisionID',
    to: 'patch.ifRevisionID, patch.ifRevisionID',
  },
  {
    name: 'a patch can change the type of a document',
    file: 'apps/content-lake/mutations/patch.ts',
    from: "['_id', '_type', '_createdAt']",
    to: "['_id', '_createdAt']",
  },
  {
    name: 'pictures may have any size',
    file: 'apps/content-lake/assets/geometry.ts',
    from: 'maxOutputEdge = 4096',
    to: 'maxOutputEdge = 40_960',
  },
  {
    name: 'a timeout is reported as an internal error',
    file: 'apps/content-lake/time-limit.ts',
    from: 'throw isTimeout(error) ? timeoutError() : error;',
    to: 'throw error;',
  },
  {
    name: 'messages to a restarting thread are lost',
    file: 'apps/content-lake/thread.ts',
    from: 'else pending.push(message);',
    to: '',
  },
  {
    name: 'an index keeps deleted documents',
    file: 'apps/content-lake/query/document-index.ts',
    from: '      removeSorted(document._id, list);\n',
    to: '',
  },
  {
    name: "strangers can forge the lake's client address",
    file: 'apps/content-lake/http/origins.ts',
    from: "return isSite ? (headers.get('x-client-address') ?? undefined) : undefined;",
    to: "return isSite === undefined ? undefined : (headers.get('x-client-address') ?? undefined);",
  },
  {
    name: 'a listener misses a transaction after a reconnect',
    file: 'apps/content-lake/listen/transaction-log.ts',
    from: '=== this.seq - seq ? seq : null',
    to: '=== this.seq - seq ? seq + 1 : null',
  },
  {
    name: 'a draft stays after its document is deleted',
    file: 'apps/content-lake/actions/apply.ts',
    from: 'const deleted = [id, ...includeDrafts].flatMap',
    to: 'const deleted = [id, ...includeDrafts.slice(1)].flatMap',
  },
  {
    name: 'history queries scan the whole table',
    file: 'apps/content-lake/store/dataset-tables.ts',
    from: '  CREATE INDEX changes_document ON changes (document_id, seq);\n',
    to: '',
  },
  // Log and settings.
  {
    name: 'the log contains all fields of an error',
    file: 'telemetry/log.ts',
    from: 'part instanceof Error ? part.message : part',
    to: 'part',
  },
  {
    name: 'a terminal shows debug lines',
    file: 'telemetry/log.ts',
    from: "else if (level !== 'debug') {",
    to: 'else {',
  },
  {
    name: 'malformed request ids are logged',
    file: 'telemetry/log-context.ts',
    from: ' && /^[\\w-]{8,64}$/.test(sent)',
    to: '',
  },
  {
    name: 'a live key may be used with another API URL',
    file: 'settings.ts',
    from: 'env.RAZORPAY_API_URL && isLiveKey(env.RAZORPAY_KEY_ID)',
    to: 'env.RAZORPAY_API_URL && !isLiveKey(env.RAZORPAY_KEY_ID)',
  },
  {
    name: 'packages may run install scripts',
    file: '.npmrc',
    from: 'ignore-scripts=true',
    to: 'ignore-scripts=false',
  },
  // The Studio and the visitors' browsers.
  {
    name: 'a slow process is killed by the clock',
    file: 'apps/start/watchdog.ts',
    from: 'hasKeepAlive || isWaitingForDisk || used > last ? 0',
    to: 'hasKeepAlive || isWaitingForDisk ? 0',
  },
  {
    name: 'a form is rendered without its styles',
    file: 'web/edge/used-styles.ts',
    from: 'for (const word of script.split(betweenWords)) classes.add(word);',
    to: 'script.split(betweenWords);',
  },
  {
    name: 'restoring text overwrites the text of others',
    file: 'studio/unsaved/merge-unsaved.ts',
    from: 'merge(partOf(base), partOf(fields), present, (path) =>',
    to: 'merge(present, partOf(fields), present, (path) =>',
  },
  {
    name: 'a merge removes list items that others added',
    file: 'apps/content-lake/merge.ts',
    from: 'mergedOrder([...lead.keys()], [...follow.keys()])',
    to: '[...lead.keys()]',
  },
  {
    name: 'a file may contain a city twice',
    file: 'studio/cities/plan.ts',
    from: 'const refused = [...one.reasons, ...twice, ',
    to: 'const refused = [...one.reasons, ...twice.slice(1), ',
  },
  {
    name: 'viewers get links to fields that they cannot edit',
    file: 'studio/tools/dashboard/tasks.ts',
    from: 'if (readsOnly(user)) return',
    to: 'if (!readsOnly(user)) return',
  },
  {
    name: 'an expired claim is shown',
    file: 'schemas/claims.ts',
    from: "hasPassed(textOf(evidence, 'validUntil')) ? 'expired' : 'confirmed'",
    to: "hasPassed('') ? 'expired' : 'confirmed'",
  },
  {
    name: 'a placeholder e-mail address passes the launch check',
    file: 'schemas/launch-placeholders.ts',
    from: "email === '' || reservedHost.test(email)",
    to: "email === ''",
  },
  {
    name: 'pages may run any script',
    file: 'web/http/page-policy.ts',
    from: `["'strict-dynamic'"]`,
    to: `["'unsafe-inline'"]`,
  },
  {
    name: 'forms may be sent to any site',
    file: 'web/http/page-policy.ts',
    from: `: "'none'"}`,
    to: `: '*'}`,
  },
  {
    name: 'a placeholder is replaced inside an id',
    file: 'web/content/placeholders.ts',
    from: "name.startsWith('_') ? text : ",
    to: '',
  },
  // The page cache.
  {
    name: 'an expired page is served',
    file: 'web/freshness/page-store.ts',
    from: ' || lifetime.tags.some(isExpired)',
    to: '',
  },
  {
    name: 'a private page is cached for everybody',
    file: 'web/edge/renderings.ts',
    from: "response.status === 200 && cacheControl.startsWith('public')",
    to: 'response.status === 200',
  },
  {
    name: 'there is a second page store',
    file: 'web/edge/kept-answers.ts',
    to: "import { LRUCache } from 'lru-cache';\n\nnew LRUCache({ max: 1000 });\n",
  },
  {
    name: 'pages saved for another URL are restored',
    file: 'web/edge/saved-pages.ts',
    from: '.update(this.#siteUrl + page)',
    to: '.update(page)',
  },
  {
    name: 'request bodies without a reader may have any size',
    file: 'web/edge/body-limits.ts',
    from: 'largest = 64 * 1024',
    to: 'largest = 64 * 1024 * 1024',
  },
  {
    name: "Next's own pages under their addresses",
    file: 'web/edge/normalize-request.ts',
    from: "return isPath ? address : '/404';",
    to: "return isPath || address.length > 0 ? address : '/404';",
  },
  {
    name: 'shared caches ignore a new page parameter',
    file: 'web/contracts/query-parameters.ts',
    from: "'message'] as const",
    to: "'message', 'city'] as const",
  },
  {
    name: 'nginx stores private responses',
    file: 'deploy/nginx.conf',
    from: ' $site_private $upstream_http_set_cookie',
    to: ' $upstream_http_set_cookie',
  },
  {
    name: "one visitor's page is stored for everybody",
    file: 'web/edge/compressed-response.ts',
    from: "'cache-control': 'private, no-cache'",
    to: "'cache-control': 'public, no-cache'",
  },
  {
    name: 'browsers without compression get compressed pages',
    file: 'web/edge/compressed-response.ts',
    from: "      ...['vary', 'Accept-Encoding'],\n",
    to: '',
  },
  // Structure.
  {
    name: 'the site imports from the content lake',
    file: 'web/http/signature.ts',
    from: 'export ',
    to: "import '../../apps/content-lake/errors.ts';\n\nexport ",
  },
  {
    name: '.env.example lacks a setting',
    file: 'settings.ts',
    from: '  PORT:',
    to: '  SECRET_SWITCH: z.string().optional(),\n  PORT:',
  },
];
