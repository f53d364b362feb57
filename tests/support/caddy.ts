import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectRoot } from '../../apps/environment/environment.ts';
import { makeCertificate } from './certificate.ts';
import { findOrInstall } from './debian-package.ts';
import { acceptsConnections, proxyClient, type TlsProxy } from './tls-proxy.ts';

const ensureCaddy = () =>
  findOrInstall(() => ['/usr/bin/caddy', '/usr/local/bin/caddy'].find((file) => existsSync(file)), {
    name: 'caddy',
    missing: 'Caddy was not found. Install it to test the shipped configuration.',
  });

/** Runs Caddy with the shipped configuration and our own certificate, in front of a site. */
export async function startCaddy(site: number, https: number): Promise<TlsProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'agency-caddy-'));
  const host = 'www.agency.test';
  const { files, cert: ca } = makeCertificate(folder, host);
  const shipped = readFileSync(path.join(projectRoot, 'deploy', 'Caddyfile'), 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${site}`)
    .replace('www.example.com {', `https://${host}:${https} {\n\ttls ${files.cert} ${files.key}`);
  const configuration = path.join(folder, 'Caddyfile');
  writeFileSync(configuration, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${shipped}`);
  const server = spawn(ensureCaddy(), ['run', '--config', configuration, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let log = '';
  server.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  while (!(await acceptsConnections(https))) {
    if (server.exitCode !== null) throw new Error(log);
    await wait(50);
  }
  return {
    ...proxyClient(host, https, ca),
    async stop() {
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
