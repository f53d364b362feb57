import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../apps/environment/environment.ts';
import { findOrInstall } from './debian-package.ts';
import { runProxy } from './tls-proxy.ts';

const ensureNginx = () =>
  findOrInstall(() => ['/usr/sbin/nginx', '/usr/bin/nginx'].find((file) => existsSync(file)), {
    name: 'nginx-light',
    missing: 'nginx was not found. Install it to test the shipped configuration.',
  });

/** Runs nginx with the shipped configuration and our own certificate, in front of sites on the given ports. */
export const startProxy = (sites: number[], { http, https }: { http: number; https: number }) =>
  runProxy(https, ({ folder, host, cert, key }) => {
    mkdirSync(path.join(folder, 'cache'));
    const shipped = readFileSync(path.join(projectRoot, 'deploy', 'nginx.conf'), 'utf8')
      .replace('server 127.0.0.1:3000;', sites.map((port) => `server 127.0.0.1:${port};`).join(' '))
      .replaceAll(/(listen (?:\[::\]:)?)80;/g, `$1${http};`)
      .replaceAll(/(listen (?:\[::\]:)?)443 /g, `$1${https} `)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      .replace('/var/cache/nginx/site', path.join(folder, 'cache'))
      .replace('/var/log/nginx/site.log', path.join(folder, 'access.log'))
      // In production $host needs no port; here it does.
      .replace('Host $host;', `Host $host:${https};`)
      .replaceAll('https://www.example.com', `https://${host}:${https}`)
      .replaceAll('www.example.com', host);
    const configuration = path.join(folder, 'nginx.conf');
    writeFileSync(
      configuration,
      `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
       events { worker_connections 4096; }
       http { access_log off; keepalive_requests 10000000; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`).join(' ')}
       ${shipped} }`,
    );
    return [ensureNginx(), '-p', folder, '-c', configuration, '-e', `${folder}/error.log`];
  });
