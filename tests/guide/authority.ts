import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findOrInstall } from '../support/debian-package.ts';
import type { Machine } from './machine.ts';
import { waitForResponse } from './visitor.ts';

/** Starts a certificate authority like Let's Encrypt in the machine's network. It requests the site by HTTP before it signs. */
export function startAuthority(machine: Machine): void {
  const pebble = findOrInstall(() => ['/usr/bin/pebble'].find((file) => existsSync(file)), {
    name: 'pebble',
    missing: 'pebble was not found. Install it: it issues certificates for tests.',
  });
  const folder = path.join(machine.folder, 'srv/authority');
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const configuration = {
    pebble: {
      listenAddress: '127.0.0.1:14000',
      managementListenAddress: '127.0.0.1:15000',
      certificate,
      privateKey: key,
      httpPort: 80,
      tlsPort: 443,
    },
  };
  machine.write('/srv/authority/pebble.json', JSON.stringify(configuration));
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  execFileSync(
    'openssl',
    [...request, '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    { stdio: 'ignore' },
  );
  const names = '127.0.0.1:5053';
  machine.start([
    `${pebble}-challtestsrv`,
    ...['-defaultIPv4', machine.address, '-defaultIPv6', '', '-dns01', names, '-http01', '', '-https01', ''],
    ...['-tlsalpn01', '', '-management', '127.0.0.1:8055'],
  ]);
  machine.start([
    ...['env', 'PEBBLE_VA_NOSLEEP=1', pebble, '-config', `${folder}/pebble.json`, '-dnsserver', names],
  ]);
  machine.write(
    '/etc/letsencrypt/cli.ini',
    'server = https://localhost:14000/dir\nno-verify-ssl = true\nnon-interactive = true\n',
  );
  waitForResponse(machine, 'https://localhost:14000/dir');
}
