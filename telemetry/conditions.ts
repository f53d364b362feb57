type Condition = {
  /** Names the condition in the doctor's output. */
  name: string;
  title: string;
  severity: 'error' | 'warn';
  /** Minutes that the condition must last before anybody is notified. */
  minutes: number;
  /** Says how to end the condition. */
  advice: string;
  /** Set if each machine has the condition for itself. */
  ofMachine?: true;
};

/**
 * Conditions that somebody has to act on. The site checks its own every minute (`web/jobs/checks.ts`); `npm run doctor`
 * checks these and the machine's. Log, doctor, metrics, Studio, mail and webhook read from this table.
 */
export const conditions = {
  'not-ready': {
    ...{ name: 'Site', title: 'The site is not ready', severity: 'error', minutes: 5, ofMachine: true },
    advice: 'Read the log (journalctl -u site -u lake), then run: systemctl restart site',
  },
  'crash-loop': {
    ...{ name: 'Crashes', title: 'A service keeps crashing', severity: 'error', minutes: 0, ofMachine: true },
    advice:
      'Read the log for the reason (journalctl -u site -u lake). If it began with a release, roll back.',
  },
  'deploy-failed': {
    ...{
      name: 'Release',
      title: 'A release could not be deployed',
      severity: 'error',
      minutes: 0,
      ofMachine: true,
    },
    advice: 'The previous release keeps running. Correct the reason, then deploy again.',
  },
  disk: {
    ...{ name: 'Disk', title: 'The disk is almost full', severity: 'error', minutes: 5, ofMachine: true },
    advice: 'Free up space, or get a larger disk. On a full disk nothing can be saved or paid.',
  },
  backup: {
    ...{
      name: 'Backup',
      title: 'There is no current backup',
      severity: 'error',
      minutes: 0,
      ofMachine: true,
    },
    advice: 'To see why, run: npm run backup',
  },
  certificate: {
    ...{
      name: 'Certificate',
      title: 'The certificate is about to end',
      severity: 'error',
      minutes: 0,
      ofMachine: true,
    },
    advice: 'Renew the certificate: certbot renew && systemctl reload nginx',
  },
  clock: {
    ...{ name: 'Clock', title: 'The clock is wrong', severity: 'error', minutes: 5, ofMachine: true },
    advice: 'If the clock is wrong, correct it: timedatectl set-ntp true',
  },
  // The site does not see this one, so it has a kind of its own: the site would end it.
  'clock-differs': {
    ...{
      name: 'Clock',
      title: 'The clock differs from Razorpay’s',
      severity: 'error',
      minutes: 0,
      ofMachine: true,
    },
    advice: 'Correct it: timedatectl set-ntp true',
  },
  'known-fault': {
    ...{
      name: 'Faults',
      title: 'A program has a known security fault',
      severity: 'error',
      minutes: 0,
      ofMachine: true,
    },
    advice: 'Update to the newest release, and install a Node without the fault.',
  },
  'job-fails': {
    ...{ name: 'Jobs', title: 'A job has been failing for an hour', severity: 'error', minutes: 60 },
    advice: 'Correct the reason, which the log has as well. The job runs again by itself.',
  },
  'mail-fails': {
    ...{ name: 'Mail', title: 'E-mails are not delivered', severity: 'error', minutes: 15 },
    advice: 'Check SMTP_URL and MAIL_FROM with the mail provider. Waiting messages are sent by themselves.',
  },
  'webhooks-silent': {
    ...{ name: 'Webhook', title: 'No webhooks arrive from Razorpay', severity: 'error', minutes: 0 },
    advice:
      'In Razorpay’s dashboard, activate the webhook to /api/razorpay-webhook with RAZORPAY_WEBHOOK_SECRET. Payments are recorded meanwhile, but later.',
  },
  'payment-pending': {
    ...{ name: 'Pending', title: 'A payment is not confirmed', severity: 'warn', minutes: 15 },
    advice: 'Open the payment in the Studio and select “Ask Razorpay now”.',
  },
  'ledger-differs': {
    ...{ name: 'Ledger', title: 'The ledger differs from Razorpay', severity: 'error', minutes: 0 },
    advice: 'Compare the amounts with Razorpay’s dashboard, and record what is missing.',
  },
  'failed-sign-ins': {
    ...{
      name: 'Sign-ins',
      title: 'Somebody is guessing passwords',
      severity: 'warn',
      minutes: 0,
      ofMachine: true,
    },
    advice: 'See who and from where on /staff/people. Block the address in the proxy, and prefer passkeys.',
  },
  'content-ends': {
    ...{ name: 'Content', title: 'Content is about to end', severity: 'warn', minutes: 0 },
    advice: 'Open it in the Studio, and check whether it should go on.',
  },
} satisfies Record<string, Condition>;

export type ConditionKind = keyof typeof conditions;

export const isConditionKind = (kind: unknown): kind is ConditionKind =>
  typeof kind === 'string' && Object.hasOwn(conditions, kind);

/** Returns a stored condition's definition; undefined for a kind that this release does not have. */
export const describeCondition = (kind: string): Condition | undefined =>
  isConditionKind(kind) ? conditions[kind] : undefined;

/** A condition that holds now. */
export type Finding = {
  /** Distinguishes conditions of one kind, such as the name of a job. Empty if there is only one. */
  subject?: string | undefined;
  /** The facts, without personal data. */
  detail: string;
};

/** The result of a check: no findings if all is well. */
export type CheckResult = { kind: ConditionKind; findings: Finding[] };
