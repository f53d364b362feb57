import { STATUS_CODES } from 'node:http';

/** An error response in the body of Sanity's API. Thrown anywhere, sent by the HTTP layer. */
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

/** An error in the plain form `{statusCode, error, message}` that most of Sanity's endpoints use. */
export function httpError(status: number, message: string, extra: Record<string, unknown> = {}): LakeError {
  return new LakeError(status, message, {
    statusCode: status,
    error: STATUS_CODES[status] ?? 'Error',
    message,
    ...extra,
  });
}

/** An error of a typed API in the form `{error: {type, description, …}}`. */
export function typedError(
  status: number,
  type: string,
  description: string,
  extra: Record<string, unknown> = {},
): LakeError {
  return new LakeError(status, description, { error: { description, type, ...extra } });
}

/** Whether the disk is full or not writable. */
export function isDiskError(error: unknown): boolean {
  if (error instanceof StartError) return isDiskError(error.cause);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ENOSPC|EDQUOT|EFBIG|EROFS|SQLITE_(FULL|READONLY|IOERR|CANTOPEN))/.test(code);
}

/** The data folder's setting in messages; a starter may derive it from its own. */
export const folderSetting = 'CONTENT_LAKE_DATA_DIR (with npm start: DATA_DIR)';

/** A wrong machine or setting; the message says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
