import { get } from 'node:https';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import type { Settings } from '#settings';
import { reasonOf, reportCheck } from '#telemetry/report-check.ts';

/** Milliseconds. */
const timeout = 5_000;
/** Days before expiry: certbot and Caddy renew after 60 of 90. */
const renewed = 20;

export async function checkSite(selfUrl: string) {
  try {
    const answer = await fetch(`${selfUrl}/readyz`, { signal: AbortSignal.timeout(timeout) });
    if (answer.ok) reportCheck('ok', 'Site', `${selfUrl} answers, and has content and ledger.`);
    else reportCheck('wrong', 'Site', `${selfUrl} says ${await answer.text()}: the log says why.`);
  } catch (error) {
    reportCheck('wrong', 'Site', `${selfUrl} does not answer (${reasonOf(error)}): systemctl start site`);
  }
}

export async function checkAddress({ siteUrl, isLocal }: Settings, selfUrl: string) {
  if (isLocal)
    return reportCheck('look', 'Address', `${siteUrl} is this machine. For visitors, set SITE_URL=https://…`);
  if (!siteUrl.startsWith('https:'))
    return reportCheck(
      'wrong',
      'Address',
      `${siteUrl} is not safe: set up TLS in front, and SITE_URL=https://…`,
    );
  try {
    const { page, until, fault } = await visit(siteUrl);
    const days = Math.floor((until - Date.now()) / (24 * 3_600_000));
    const state = fault ? 'wrong' : days < renewed ? 'look' : 'ok';
    const advice = state === 'ok' ? '' : ' Renew it: certbot renew && systemctl reload nginx';
    reportCheck(state, 'Certificate', `${fault || 'Valid'}, for ${days} more days.${advice}`);
    const own = await fetch(selfUrl, { signal: AbortSignal.timeout(timeout) }).then(
      (answer) => answer.text(),
      () => page,
    );
    if (own === page) reportCheck('ok', 'Address', `${siteUrl} answers, and is this site.`);
    else reportCheck('wrong', 'Address', `${siteUrl} is another site: check its DNS, and the proxy's port.`);
  } catch (error) {
    const advice = 'Check its DNS, the firewall and the proxy.';
    reportCheck('wrong', 'Address', `${siteUrl} does not answer (${reasonOf(error)}). ${advice}`);
  }
}

/** The home page, the certificate's expiry, and why browsers would refuse it. */
function visit(url: string): Promise<{ page: string; until: number; fault: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { rejectUnauthorized: false, timeout }, async (response) => {
      const { socket } = response;
      if (!(socket instanceof TLSSocket)) return;
      const until = Date.parse(socket.getPeerCertificate().valid_to);
      const fault = socket.authorized ? '' : String(socket.authorizationError);
      resolve({ page: await text(response), until, fault });
    });
    request.once('error', reject).once('timeout', () => request.destroy(new Error('no answer in time')));
  });
}
