import { readBody } from './body.ts';

/** Bytes of a CV or a tax invoice: 5 MB. */
export const maxUpload = 5 * 1024 * 1024;

/**
 * Reads a form with files. Returns an error if its body is larger than `limit` bytes, which is checked before the form is
 * parsed, or is not a valid form.
 */
export async function readUploads(
  request: Request,
  limit: number,
): Promise<FormData | { status: number; error: string }> {
  const body = await readBody(request, limit, 'files');
  if (!(body instanceof Uint8Array)) return body;
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return new Response(body, { headers })
    .formData()
    .catch(() => ({ status: 400, error: 'The form with the files could not be read.' }));
}

/** In bytes. PDF readers look for the end of a file in this part. */
const pdfEnd = 1024;

/** Returns whether a file is a complete PDF, by its first and last bytes. Its name and content type prove nothing. */
export function isPdf(bytes: Uint8Array): boolean {
  const [start, end] = [bytes.subarray(0, 8), bytes.subarray(-pdfEnd)].map((part) =>
    Buffer.from(part).toString('latin1'),
  );
  return /^%PDF-\d\.\d/.test(start ?? '') && (end ?? '').includes('%%EOF');
}
