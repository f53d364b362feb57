import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Makes a self-signed certificate for a host. Returns the files and their PEM content. */
export function makeCertificate(folder: string, host: string) {
  const files = { key: path.join(folder, 'key.pem'), cert: path.join(folder, 'cert.pem') };
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ');
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  execFileSync('openssl', [...request, ...names, '-keyout', files.key, '-out', files.cert], {
    stdio: 'ignore',
  });
  return { files, key: readFileSync(files.key), cert: readFileSync(files.cert) };
}
