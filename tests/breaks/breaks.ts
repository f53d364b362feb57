/** A deliberate mistake, as in mutation testing. `from` occurs once in the file. Without `from`, `to` is a new file. */
type Change = { file: string; from?: string; to: string };

/** Returns the text of the file with the break; undefined if `from` does not occur exactly once. */
export function applyBreak({ from, to }: Change, text: string | undefined): string | undefined {
  if (from === undefined) return text === undefined ? to : undefined;
  return text?.split(from).length === 2 ? text.replace(from, () => to) : undefined;
}

/** A file of unit tests, or a command. */
type Check = `${string}.test.ts` | 'typegen' | 'lint';

/** Mistakes that the fast check must detect, by the check that must fail. Other checks may fail as well. */
const mistakes: Record<Check, Record<string, Change>> = {
  'tests/unit/accounts/access.test.ts': {
    'password guesses are unlimited': {
      file: 'apps/accounts/attempts.ts',
      from: 'if (tries >= limit)',
      to: 'if (tries >= limit * 1000)',
    },
    'sessions last for years': {
      file: 'apps/accounts/sessions.ts',
      from: 'lifetime = 30 * day',
      to: 'lifetime = 3000 * day',
    },
    'a one-time code works twice': {
      file: 'apps/accounts/one-time.ts',
      from: '    this.#values.delete(secret);\n',
      to: '',
    },
    'the last administrator can be removed': {
      file: 'apps/accounts/people.ts',
      from: '!this.hasAdministrator(id)',
      to: '!this.hasAdministrator()',
    },
    'scripts can read the session cookie': {
      file: 'apps/accounts/site.ts',
      from: 'Path=/; HttpOnly; SameSite',
      to: 'Path=/; SameSite',
    },
    'sign-in redirects to any site': {
      file: 'apps/accounts/site.ts',
      from: 'url && this.#origins.includes(url.origin) ? url.href',
      to: 'url ? url.href',
    },
    'anybody who knows its id can end a session': {
      file: 'apps/accounts/sessions.ts',
      from: "'DELETE FROM sessions WHERE person = ? AND id = ?'",
      to: "'DELETE FROM sessions WHERE ? <> id AND id = ?'",
    },
    'removed people still sign in': {
      file: 'apps/accounts/people.ts',
      from: "this.#find('removed IS NULL AND name = ?', normalizeName(name))",
      to: "this.#find('name = ?', normalizeName(name))",
    },
    'a token of an assistant opens a session of a browser': {
      file: 'apps/accounts/sessions.ts',
      from: "(assistantRole === null) === (kind === 'browser')",
      to: 'assistantRole !== kind',
    },
  },
  'tests/unit/payments/accounting.test.ts': {
    'a late event reverts a state': {
      file: 'web/contracts/states.ts',
      from: 'states.indexOf(seen) > states.indexOf(known)',
      to: 'states.indexOf(seen) < states.indexOf(known)',
    },
    'fee and tax are swapped': {
      file: 'web/payments/ledger/record.ts',
      from: 'fee: seen.fee ?? known?.fee',
      to: 'fee: seen.tax ?? known?.fee',
    },
    'a CSV cell can contain a formula': {
      file: 'web/contracts/csv.ts',
      from: 'text.replace(unguarded, "$1\'")',
      to: 'text',
    },
  },
  'tests/unit/payments/bill-actions.test.ts': {
    'a bill with a received cheque can be cancelled': {
      file: 'web/contracts/bill-actions.ts',
      from: 'paid >= smallestAmount || cheques > 0',
      to: 'paid >= smallestAmount',
    },
    'staff cannot see money paid for a cancelled bill': {
      file: 'web/payments/ledger/bill-state.ts',
      from: 'is null or not exists (',
      to: 'is null or exists (',
    },
    'two customers at one payment link both get an order': {
      file: 'web/payments/bills/pay-by-link.ts',
      from: 'amount > open - reserved',
      to: 'amount > open',
    },
  },
  'tests/unit/payments/bill.test.ts': {
    'bills above the maximum are accepted': {
      file: 'web/contracts/money.ts',
      from: 'largestAmount = 100_000_000',
      to: 'largestAmount = 1_000_000_000',
    },
  },
  'tests/unit/payments/bills.test.ts': {
    "an open bill's customer is erased": {
      file: 'web/contracts/bill-actions.ts',
      from: "  erase: ['paid', 'cancelled'],",
      to: "  erase: ['open', 'paid', 'cancelled'],",
    },
  },
  'tests/unit/payments/create-order.test.ts': {
    'anyone with a bill sees its receipt': {
      file: 'web/payments/checkout/create-order.ts',
      from: 'known.request_key === requestKey;',
      to: "requestKey !== '' || known.request_key === requestKey;",
    },
  },
  'tests/unit/payments/entry-kinds.test.ts': {
    'tax is debited twice': {
      file: 'web/contracts/entry-kinds.ts',
      from: 'fee - tax - (amount - ofBill)',
      to: 'fee - (amount - ofBill)',
    },
  },
  'tests/unit/payments/erasure.test.ts': {
    'a clock that is a year ahead erases data': {
      file: 'web/jobs/erasure.ts',
      from: 'const longestSilence = 30 * day;',
      to: 'const longestSilence = 3000 * day;',
    },
  },
  'tests/unit/payments/india.test.ts': {
    "India's day in UTC": {
      file: 'web/contracts/india.ts',
      from: "'Asia/Kolkata'",
      to: "'UTC'",
    },
  },
  'tests/unit/payments/ledger-sums.test.ts': {
    'a partial refund counts as a full one': {
      file: 'web/payments/ledger/refunds.ts',
      from: 'return refunded >= amount ?',
      to: 'return refunded > 0 ?',
    },
  },
  'tests/unit/payments/links.test.ts': {
    'a payment link shows the full name': {
      file: 'web/payments/bills/pay-by-link.ts',
      from: 'customer: isOver ? null : maskedName(bill.customer_name)',
      to: 'customer: isOver ? maskedName(null) : bill.customer_name',
    },
    'a cancelled bill accepts payments by its number': {
      file: 'web/payments/ledger/bills.ts',
      from: "    .where('bill_key', 'in', keys)\n    .where('cancelled_at', 'is', null)\n",
      to: "    .where('bill_key', 'in', keys)\n",
    },
  },
  'tests/unit/payments/manual-entries.test.ts': {
    'captured and refunded are swapped': {
      file: 'web/contracts/entry-kinds.ts',
      from: "total: ['captured', 1]",
      to: "total: ['refunded', 1]",
    },
  },
  'tests/unit/payments/money.test.ts': {
    'one decimal counts as paise': {
      file: 'web/contracts/money.ts',
      from: 'decimals.padEnd(places',
      to: 'decimals.padEnd(places - 1',
    },
  },
  'tests/unit/payments/months.test.ts': {
    'late facts change a closed month': {
      file: 'web/payments/ledger/entries.ts',
      from: 'if (monthInIndia(at) >= monthInIndia(now + monthEndMargin)) return',
      to: 'if (at > 0) return',
    },
  },
  'tests/unit/payments/notifications.test.ts': {
    'a restored backup sends old messages again': {
      file: 'web/payments/messages/notifications.ts',
      from: 'moment(started - day)), hasEarlierEntry',
      to: 'moment(started - 365 * day)), hasEarlierEntry',
    },
  },
  'tests/unit/payments/pay.test.ts': {
    'a bill is paid twice without a warning': {
      file: 'web/payments/browser/pay.ts',
      from: 'if (earlier && !(await options.confirm(',
      to: 'if (earlier && earlier.amount < 0 && !(await options.confirm(',
    },
  },
  'tests/unit/payments/refund-requests.test.ts': {
    'a refund is sent although its money is gone': {
      file: 'web/payments/back-office/refund-requests.ts',
      from: 'return amount > open ?',
      to: 'return amount < 0 ?',
    },
  },
  'tests/unit/payments/reminders.test.ts': {
    'customers are reminded while their cheque clears': {
      file: 'web/payments/messages/reminders.ts',
      from: 'if (bill.cheques > 0) return',
      to: 'if (bill.cheques < 0) return',
    },
  },
  'tests/unit/payments/returned-money.test.ts': {
    'a surplus of ten rupees counts as the whole payment': {
      file: 'web/payments/ledger/bill-state.ts',
      from: 'case when over < net then over else net end',
      to: 'case when over <= 0 then 0 else net end',
    },
    'moved money stays on its bill after it was refunded': {
      file: 'web/payments/ledger/moved-money.ts',
      from: 'moved - Math.max(0, held)',
      to: '-held',
    },
    'the refund screen adds the fee that the customer bore': {
      file: 'web/payments/back-office/refund-requests.ts',
      from: 'Math.max(0, payment.amount - order.amount)',
      to: 'Math.max(0, order.amount - payment.amount)',
    },
  },
  'tests/unit/payments/rules.test.ts': {
    'a live key may be used with another API URL': {
      file: 'settings.ts',
      from: 'env.RAZORPAY_API_URL && isLiveKey(env.RAZORPAY_KEY_ID)',
      to: 'env.RAZORPAY_API_URL && !isLiveKey(env.RAZORPAY_KEY_ID)',
    },
  },
  'tests/unit/payments/staff.test.ts': {
    'an ended session is accepted for minutes': {
      file: 'web/staff/session.ts',
      from: 'ttl: 500',
      to: 'ttl: 500_000',
    },
    'a person without a role opens previews': {
      file: 'web/staff/session.ts',
      from: "user === undefined ? undefined : user !== null && may([user.role ?? ''], 'readContent')",
      to: "user === undefined ? undefined : user !== null && may([user.role ?? 'viewer'], 'readContent')",
    },
  },
  'tests/unit/payments/sweep.test.ts': {
    'the sweep requests times in the future': {
      file: 'web/payments/sync/sweep.ts',
      from: 'fromSeconds - overlapSeconds[depth][list]',
      to: 'fromSeconds + overlapSeconds[depth][list]',
    },
  },
  'tests/unit/payments/sync.test.ts': {
    'a second authorised payment is captured': {
      file: 'web/payments/sync/sync-order.ts',
      from: "attempt.status === 'authorized' && !isPaid && !mismatch",
      to: "attempt.status === 'authorized' && !mismatch",
    },
    'a report that may still change is dropped at once': {
      file: 'web/payments/sync/sync-order.ts',
      from: 'const isOver = mayChange ? isOld : differs !== undefined;',
      to: 'const isOver = mayChange ? !isOld : differs !== undefined;',
    },
  },
  'tests/unit/payments/verify-payment.test.ts': {
    'a payment settles the bill of another customer': {
      file: 'web/payments/ledger/orders.ts',
      from: '    [bill.customerPhone, order.customer_phone],\n',
      to: '',
    },
  },
  'tests/unit/payments/webhooks.test.ts': {
    'the signature of another payment is accepted': {
      file: 'web/payments/razorpay/events.ts',
      from: "timingSafeEqual(expected, Buffer.from(signature, 'hex'))",
      to: "timingSafeEqual(expected, expected) && signature !== ''",
    },
    'a payment of a different amount is accepted': {
      file: 'web/payments/ledger/orders.ts',
      from: "if (surcharge < 0 || surcharge > (payment.fee ?? 0)) return 'amount';",
      to: 'if (surcharge < 0) return undefined;',
    },
    'a webhook that cannot be read is ignored': {
      file: 'web/payments/sync/webhook.ts',
      from: "if (event !== 'unreadable') return record(payments, event);",
      to: "if (event !== 'unreadable') return record(payments, event);\n  if (now > 0) return 'ignored';",
    },
  },
  'tests/unit/seo/robots.test.ts': {
    'robots crawl statements': {
      file: 'web/app/robots.ts',
      from: ", '/pay-online/statement/'",
      to: '',
    },
  },
  'tests/unit/seo/sitemap.test.ts': {
    'the sitemap lists pages with noindex': {
      file: 'web/content/queries.ts',
      from: ' && seo.noIndex != true',
      to: '',
    },
  },
  'tests/unit/seo/structured-data.test.ts': {
    'structured data can contain a script': {
      file: 'web/seo/json-ld.tsx',
      from: '/[<>&\\u2028\\u2029]/g',
      to: '/[&\\u2028\\u2029]/g',
    },
  },
  'tests/unit/site/body-limits.test.ts': {
    'request bodies without a reader may have any size': {
      file: 'web/edge/body-limits.ts',
      from: 'largest = 64 * 1024',
      to: 'largest = 64 * 1024 * 1024',
    },
  },
  'tests/unit/site/client-address.test.ts': {
    'clients can forge their IP address': {
      file: 'web/http/client-address.ts',
      from: 'if (!isTrusted(hop, index)) break;',
      to: '',
    },
  },
  'tests/unit/site/enquiry.test.ts': {
    'seven digits count as an incomplete number': {
      file: 'web/enquiry/enquiry.ts',
      from: 'digits >= 7 && digits <= 15',
      to: 'digits > 7 && digits <= 15',
    },
  },
  'tests/unit/site/shared-result.test.ts': {
    'a page keeps settings that were read while they changed': {
      file: 'web/freshness/shared-result.ts',
      from: '!kept || this.#reading > 0',
      to: '!kept',
    },
  },
  'tests/unit/site/freshness.test.ts': {
    'a publish leaves the sitemap cached': {
      file: 'web/freshness/cache-handler.ts',
      from: 'onTags: (tags) => {\n      pages.expire([...tags, anyChangeTag]);',
      to: 'onTags: (tags) => {\n      pages.expire(tags);',
    },
    'pages expire at the last planned end': {
      file: 'web/freshness/expire-on-time.ts',
      from: 'order(dateTime(end.at) asc)',
      to: 'order(dateTime(end.at) desc)',
    },
  },
  'tests/unit/site/normalize-request.test.ts': {
    "Next's own pages under their addresses": {
      file: 'web/edge/normalize-request.ts',
      from: "return isPath ? address : '/404';",
      to: "return isPath || address.length > 0 ? address : '/404';",
    },
  },
  'tests/unit/site/page-cache.test.ts': {
    'a preview pass is not checked': {
      file: 'web/http/preview-pass.ts',
      from: ' && pass === signedPass(until, share)',
      to: '',
    },
    'a redirect may hide the API': {
      file: 'schemas/paths.ts',
      from: "  'api',\n",
      to: '',
    },
    'an expired page is served': {
      file: 'web/freshness/page-store.ts',
      from: ' || lifetime.tags.some(isExpired)',
      to: '',
    },
    'an expired page is served for minutes': {
      file: 'web/freshness/page-store.ts',
      from: '(lifetime.servedUntil ?? 0)',
      to: '(lifetime.servedUntil ?? 0) + 60_000',
    },
    'a private page is cached for everybody': {
      file: 'web/edge/renderings.ts',
      from: "response.status === 200 && cacheControl.startsWith('public')",
      to: 'response.status === 200',
    },
    "one visitor's page is stored for everybody": {
      file: 'web/edge/compressed-response.ts',
      from: "'cache-control': `private, no-cache",
      to: "'cache-control': `public, no-cache",
    },
    'caches store one encoding of a page for all': {
      file: 'web/edge/compressed-response.ts',
      from: "...['vary', chooseVary(rendered)],",
      to: '',
    },
    'caches serve the Markdown of an agent to a browser': {
      file: 'web/edge/markdown.ts',
      from: "? 'Accept-Encoding, Accept'",
      to: "? 'Accept-Encoding'",
    },
    'a 404 page stays after its page is published': {
      file: 'web/edge/renderings.ts',
      from: 'const nextEntry = value.isNotFound ? undefined : rendering.nextEntry;',
      to: 'const nextEntry = rendering.nextEntry;',
    },
  },
  'tests/unit/site/page-policy.test.ts': {
    'pages may run any script': {
      file: 'web/http/page-policy.ts',
      from: `["'strict-dynamic'"]`,
      to: `["'unsafe-inline'"]`,
    },
  },
  'tests/unit/site/preview.test.ts': {
    'the guest of a share sees releases': {
      file: 'web/http/preview-perspective.ts',
      from: "?.share === ''",
      to: '?.share !== undefined',
    },
    'a preview pass is sent unencrypted': {
      file: 'web/http/preview-pass.ts',
      from: "siteUrl.startsWith('https:')",
      to: "siteUrl.startsWith('https:///')",
    },
    'an expired share still opens the draft': {
      file: 'web/preview/may-preview.ts',
      from: ' && dateTime(until) > dateTime(now())',
      to: '',
    },
  },
  'tests/unit/start/watchdog.test.ts': {
    'a process that sends keep-alives is killed': {
      file: 'apps/start/watchdog.ts',
      from: '    missed = 0;\n',
      to: '',
    },
  },
  'tests/unit/structure/decisions.test.ts': {
    'refunds are a hundred times too large': {
      file: 'web/payments/back-office/refund-requests.ts',
      from: 'gateway.refund({ paymentId, amount, key: id })',
      to: 'gateway.refund({ paymentId, amount: amount * 100, key: id })',
    },
    'there is a second page store': {
      file: 'web/edge/kept-answers.ts',
      to: "import { LRUCache } from 'lru-cache';\n\nnew LRUCache({ max: 1000 });\n",
    },
  },
  'tests/unit/structure/import-rules.test.ts': {
    'the site imports from the content lake': {
      file: 'web/http/signature.ts',
      from: 'export ',
      to: "import '../../apps/content-lake/errors.ts';\n\nexport ",
    },
  },
  'tests/unit/structure/island-texts.test.ts': {
    "a form's text has an element as its sibling": {
      file: 'web/sections/payment-form/bill-panel.tsx',
      from: "<span>{'Nothing has been paid so far. '}</span>",
      to: "{'Nothing has been paid so far. '}",
    },
  },
  'tests/unit/structure/repository.test.ts': {
    '.env.example lacks a setting': {
      file: 'settings.ts',
      from: '  PORT:',
      to: '  SECRET_SWITCH: z.string().optional(),\n  PORT:',
    },
  },
  'tests/unit/structure/roles.test.ts': {
    'finance reads enquiries': {
      file: 'roles.ts',
      from: "may: ['handlePayments'],",
      to: "may: ['handlePayments', 'answerEnquiries'],",
    },
    'an unknown role has every capability': {
      file: 'roles.ts',
      from: 'names.includes(name) && role.may.includes(capability)',
      to: '!names.includes(name) || role.may.includes(capability)',
    },
    'strangers read drafts': {
      file: 'apps/content-lake/access/roles.ts',
      from: `filter: '_id in path("*")'`,
      to: `filter: '_id in path("**")'`,
    },
    'HR writes pages': {
      file: 'roles.ts',
      from: '_type in ["jobOpening", "sanity.previewUrlSecret"]',
      to: '_type in ["jobOpening", "page", "sanity.previewUrlSecret"]',
    },
    'the Studio shows payments to everybody': {
      file: 'studio/access/tools.ts',
      from: "  ['payments', 'handlePayments'],\n",
      to: '',
    },
  },
  'tests/unit/structure/routes.test.ts': {
    'viewers answer enquiries': {
      file: 'web/enquiry/staff-api.ts',
      from: "capability: 'answerEnquiries'",
      to: "capability: 'readContent'",
    },
    'a new route without a sign-in': {
      file: 'web/app/api/export/route.ts',
      to: "export function GET() {\n  return Response.json({ everything: 'of everybody' });\n}\n",
    },
  },
  'tests/unit/structure/shared-caches.test.ts': {
    'shared caches ignore a new page parameter': {
      file: 'web/contracts/query-parameters.ts',
      from: "'message'] as const",
      to: "'message', 'city'] as const",
    },
    'nginx stores private responses': {
      file: 'deploy/nginx.conf',
      from: ' $site_private $upstream_http_set_cookie',
      to: ' $upstream_http_set_cookie',
    },
  },
  'tests/unit/studio/claims.test.ts': {
    'unconfirmed claims are shown': {
      file: 'web/content/confirmed.ts',
      from: "claimState(evidence) !== 'confirmed'",
      to: "claimState(evidence) === 'expired'",
    },
  },
  'tests/unit/studio/restoration.test.ts': {
    'restoring text overwrites the text of others': {
      file: 'studio/unsaved/merge-unsaved.ts',
      from: 'merge(partOf(base), partOf(fields), present, (path) =>',
      to: 'merge(present, partOf(fields), present, (path) =>',
    },
    'a merge removes list items that others added': {
      file: 'apps/content-lake/merge.ts',
      from: 'mergedOrder([...lead.keys()], [...follow.keys()])',
      to: '[...lead.keys()]',
    },
  },
  'tests/unit/studio/rules.test.ts': {
    'redirects may form a chain': {
      file: 'schemas/redirect-rules.ts',
      from: 'if (otherTo === from)',
      to: 'if (otherTo === otherFrom)',
    },
    'drafts do not reserve their address': {
      file: 'schemas/slug-rules.ts',
      from: "perspective: 'raw'",
      to: "perspective: 'published'",
    },
  },
  'tests/unit/studio/sanity-mutator.test.ts': {
    'letters that Sanity drops while others type are not offered': {
      file: 'studio/unsaved/lost-insertions.ts',
      from: 'is === was ||',
      to: 'is === path &&',
    },
  },
  'tests/unit/telemetry/log.test.ts': {
    'the log contains all fields of an error': {
      file: 'telemetry/log.ts',
      from: 'part instanceof Error ? part.message : part',
      to: 'part',
    },
  },
  'apps/content-lake/tests/unit/approvals.test.ts': {
    'a viewer writes content': {
      file: 'apps/content-lake/access/roles.ts',
      from: "grants: [{ filter: everything, permissions: ['read', 'history'] }]",
      to: "grants: [{ filter: everything, permissions: ['read', 'history', 'update'] }]",
    },
  },
  'apps/content-lake/tests/unit/assistants.test.ts': {
    'assistants see reviews, releases and secrets': {
      file: 'apps/content-lake/query/perspective.ts',
      from: "return sees === 'drafts' && isDraft(_id) && isPublicId(publishedId(_id)) && !isInternalType(_type);",
      to: "return sees === 'drafts';",
    },
    'assistants enter evidence': {
      file: 'apps/content-lake/access/assistants.ts',
      from: 'known.some((one) => isSame(one, value))',
      to: 'known.length >= 0 && value',
    },
  },
  'apps/content-lake/tests/unit/dataset.test.ts': {
    'strangers read drafts through a perspective': {
      file: 'apps/content-lake/query/perspective.ts',
      from: 'if (isPublicId(_id)) return true;',
      to: 'return true;',
    },
    'a listener misses a transaction after a reconnect': {
      file: 'apps/content-lake/listen/transaction-log.ts',
      from: '=== this.seq - seq ? seq : null',
      to: '=== this.seq - seq ? seq + 1 : null',
    },
    'a draft stays after its document is deleted': {
      file: 'apps/content-lake/actions/apply.ts',
      from: 'const deleted = [id, ...includeDrafts].flatMap',
      to: 'const deleted = [id, ...includeDrafts.slice(1)].flatMap',
    },
    'strangers hear of drafts': {
      file: 'apps/content-lake/listen/cursors.ts',
      from: 'if (!document || !isVisible(sees, document)) return false;',
      to: 'if (!document) return false;',
    },
    'a new draft does not expire what it covers': {
      file: 'apps/content-lake/listen/cursors.ts',
      from: '!isPublished(id) && !(before && after)',
      to: '!isPublished(id) && !before && !after',
    },
    'published references stay weak': {
      file: 'apps/content-lake/mutations/apply.ts',
      from: "(staysWeak || key !== '_weak')",
      to: "(!staysWeak || key !== '_weak')",
    },
    'unpublishing overwrites a draft': {
      file: 'apps/content-lake/actions/apply.ts',
      from: "writeDocument(staging, 'createIfNotExists', copyDocument(published, action.draftId));",
      to: "writeDocument(staging, 'createOrReplace', copyDocument(published, action.draftId));",
    },
    'a live client skips events if its stream breaks': {
      file: 'apps/content-lake/listen/cursors.ts',
      from: 'const id = resumed === null || lastEventId === undefined ? log.newest : lastEventId;',
      to: 'const id = log.newest;',
    },
    'a deleted document with pruned history cannot be restored': {
      file: 'apps/content-lake/store/history.ts',
      from: 'coalesce(body, before) IS NOT NULL',
      to: 'body IS NOT NULL',
    },
    'a picture that is still shown loses its file': {
      file: 'apps/content-lake/assets/asset-cleanup.ts',
      from: 'if (dataset.get(id) || dataset.referencing(id).length > 0) return;',
      to: 'if (dataset.get(id)) return;',
    },
  },
  'apps/content-lake/tests/unit/delivery.test.ts': {
    'scripts of uploaded files run': {
      file: 'apps/content-lake/assets/delivery.ts',
      from: 'font-src data:; sandbox',
      to: 'font-src data:; sandbox allow-scripts',
    },
  },
  'apps/content-lake/tests/unit/origins.test.ts': {
    "strangers can forge the lake's client address": {
      file: 'apps/content-lake/http/origins.ts',
      from: "return isSite ? (headers.get('x-client-address') ?? undefined) : undefined;",
      to: "return isSite === undefined ? undefined : (headers.get('x-client-address') ?? undefined);",
    },
  },
  'apps/content-lake/tests/unit/patch.test.ts': {
    'an edit overwrites a concurrent change': {
      file: 'apps/content-lake/mutations/patch.ts',
      from: 'document._rev, patch.ifRevisionID',
      to: 'patch.ifRevisionID, patch.ifRevisionID',
    },
  },
  'apps/content-lake/tests/unit/permissions.test.ts': {
    'a draft may cover a document that its author may not write': {
      file: 'apps/content-lake/access/permissions.ts',
      from: 'find(publishedId(id)), find(draftId(id))',
      to: 'find(draftId(id))',
    },
    'the size limit of a role is not checked': {
      file: 'apps/content-lake/access/permissions.ts',
      from: 'if (after) requireAllowedSize(principal, permission, after);',
      to: '',
    },
    'finance reads content': {
      file: 'apps/content-lake/access/principal.ts',
      from: "if (computeVisibility(reader) === 'nothing')",
      to: "if (computeVisibility(reader) === 'public')",
    },
    'everybody who reads may patch': {
      file: 'apps/content-lake/access/permissions.ts',
      from: "if (!mayUse(principal, 'update', document))",
      to: "if (!mayUse(principal, 'read', document))",
    },
  },
  'apps/content-lake/tests/unit/perspective.test.ts': {
    'a release perspective shows documents that it unpublishes': {
      file: 'apps/content-lake/query/perspective.ts',
      from: 'if (document && isUnpublishing(document)) return { id: target, document: undefined };',
      to: 'if (document && isUnpublishing(document)) continue;',
    },
  },
  'apps/content-lake/tests/unit/planner.test.ts': {
    'an index retains deleted documents': {
      file: 'apps/content-lake/query/document-index.ts',
      from: '      removeSorted(document._id, list);\n',
      to: '',
    },
  },
  'apps/content-lake/tests/unit/uploads.test.ts': {
    'an import drops the texts of pictures': {
      file: 'apps/content-lake/transfer/uploads.ts',
      from: '!(replaces || isFresh)',
      to: '!(replaces && isFresh)',
    },
  },
  lint: {
    'the audit log is written without waiting': {
      file: 'web/payments/back-office/refund-requests.ts',
      from: "await audit(trx, { actor: staff, act: 'refund.requested'",
      to: "audit(trx, { actor: staff, act: 'refund.requested'",
    },
  },
  typegen: {
    'a field is renamed without typegen': {
      file: 'schemas/documents/testimonial.ts',
      from: "paragraph('quote'",
      to: "paragraph('words'",
    },
  },
};

export const breaks = Object.entries(mistakes).flatMap(([detectedBy, changes]) =>
  Object.entries(changes).map(([name, change]) => ({ name, detectedBy, ...change })),
);
