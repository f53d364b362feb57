const signatures: [type: string, begins: string][] = [
  ['application/pdf', '%PDF-'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
];

/** Returns the type of a scan by its first bytes; undefined unless PDF, PNG or JPEG. File names are not trusted. */
export function typeOfScan(base64: string): string | undefined {
  const start = Buffer.from(base64.slice(0, 16), 'base64').toString('latin1');
  return signatures.find(([, begins]) => start.startsWith(begins))?.[0];
}
