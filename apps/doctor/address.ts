import { get } from 'node:https';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import type { Settings } from '#settings';
import { findReason, reportCheck } from '#telemetry/report-check.ts';
import { day } from '../environment/durations.ts';

/** Milliseconds for a request. */
const timeout = 5_000;
/** The certificate is reported this many days before expiry. certbot and Caddy renew 30 days before expiry. */
const renewalOverdue = 20;

/** Returns the problem if the certificate is not valid or about to end. Rejects if the address does not respond. */
export async function findCertificateProblem({ siteUrl, isLocal }: Settings): Promise<string> {
  if (isLocal || !siteUrl.startsWith('https:')) return '';
  const { expires, fault } = await visit(siteUrl);
  const days = Math.floor((expires - Date.now()) / day);
  return fault || days < renewalOverdue ? `${fault || 'Valid'}, for ${days} more days.` : '';
}

/** Returns the problem if the site does not respond or is not ready. */
export async function findSiteProblem(selfUrl: string): Promise<string> {
  try {
    const response = await fetch(`${selfUrl}/readyz`, { signal: AbortSignal.timeout(timeout) });
    return response.ok ? '' : `${selfUrl} is not ready: ${await response.text()}`;
  } catch (error) {
    return `${selfUrl} does not respond (${findReason(error)}).`;
  }
}

export async function checkAddress({ siteUrl, isLocal }: Settings, selfUrl: string) {
  if (isLocal)
    return reportCheck(
      'warn',
      'Address',
      `${siteUrl} is this machine only. For visitors, set SITE_URL=https://…`,
    );
  if (!siteUrl.startsWith('https:'))
    return reportCheck(
      'error',
      'Address',
      `${siteUrl} is not encrypted. Set up TLS in a proxy, and set SITE_URL=https://…`,
    );
  try {
    const { page } = await visit(siteUrl);
    const own = await fetch(selfUrl, { signal: AbortSignal.timeout(timeout) }).then(
      (response) => response.text(),
      () => page,
    );
    if (own === page) reportCheck('ok', 'Address', `${siteUrl} responds, and is this site.`);
    else
      reportCheck('error', 'Address', `${siteUrl} shows another site. Check its DNS and the proxy's port.`);
  } catch (error) {
    const advice = 'Check its DNS, the firewall and the proxy.';
    reportCheck('error', 'Address', `${siteUrl} does not respond (${findReason(error)}). ${advice}`);
  }
}

/** Fetches the home page, and the certificate's expiry (Unix milliseconds) and fault ('' if browsers accept it). */
function visit(url: string): Promise<{ page: string; expires: number; fault: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { rejectUnauthorized: false, timeout }, async (response) => {
      const { socket } = response;
      if (!(socket instanceof TLSSocket)) return;
      const expires = Date.parse(socket.getPeerCertificate().valid_to);
      const fault = socket.authorized ? '' : String(socket.authorizationError);
      resolve({ page: await text(response), expires, fault });
    });
    request.once('error', reject).once('timeout', () => request.destroy(new Error('no response in time')));
  });
}
