import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../apps/environment/environment.ts';
import { findOrInstall } from './debian-package.ts';
import { runProxy } from './tls-proxy.ts';

const ensureCaddy = () =>
  findOrInstall(() => ['/usr/bin/caddy', '/usr/local/bin/caddy'].find((file) => existsSync(file)), {
    name: 'caddy',
    missing: 'Caddy was not found. Install it to test the shipped configuration.',
  });

/** Runs Caddy with the shipped configuration and our own certificate, in front of a site. */
export const startCaddy = (site: number, https: number) =>
  runProxy(https, ({ folder, host, cert, key }) => {
    const shipped = readFileSync(path.join(projectRoot, 'deploy', 'Caddyfile'), 'utf8')
      .replace('127.0.0.1:3000', `127.0.0.1:${site}`)
      .replace('www.example.com {', `https://${host}:${https} {\n\ttls ${cert} ${key}`);
    const configuration = path.join(folder, 'Caddyfile');
    writeFileSync(configuration, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${shipped}`);
    return [ensureCaddy(), 'run', '--config', configuration, '--adapter', 'caddyfile'];
  });
