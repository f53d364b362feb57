import { STATUS_CODES } from 'node:http';

/** An error response with a body as in Sanity's API. The HTTP layer sends it. */
export class LakeError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, message: string, body: Record<string, unknown>) {
    super(message);
    this.name = 'LakeError';
    this.status = status;
    this.body = body;
  }
}

/** Returns an error in the form `{statusCode, error, message}` of most Sanity endpoints. */
export function httpError(status: number, message: string, extra: Record<string, unknown> = {}): LakeError {
  return new LakeError(status, message, {
    statusCode: status,
    error: STATUS_CODES[status] ?? 'Error',
    message,
    ...extra,
  });
}

/** Returns an error in the form `{error: {type, description, …}}` of queries and mutations. */
export function typedError(
  status: number,
  type: string,
  description: string,
  extra: Record<string, unknown> = {},
): LakeError {
  return new LakeError(status, description, { error: { description, type, ...extra } });
}

/** Returns whether an error means that the disk is full or not writable. */
export function isDiskError(error: unknown): boolean {
  if (error instanceof StartError) return isDiskError(error.cause);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ENOSPC|EDQUOT|EFBIG|EROFS|SQLITE_(FULL|READONLY|IOERR|CANTOPEN))/.test(code);
}

/** Names the data folder's setting in error messages. */
export const folderSetting = 'CONTENT_LAKE_DATA_DIR (with npm start: DATA_DIR)';

/** An error that the operator can fix; its message says how. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
