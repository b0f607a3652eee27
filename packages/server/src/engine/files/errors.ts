import { ApiError } from '../api-error.ts';

export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

const STORAGE_CODES = new Set<unknown>([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
]);

/** True if the directory of files cannot be used, for want of space, rights or the directory itself. */
export function isStorageError(error: unknown): boolean {
  return STORAGE_CODES.has(codeOf(error));
}

const RETRY_SECONDS = 10;

/** Files cannot be stored or read until an operator acts, or the store is back. */
export class StoreUnavailableError extends ApiError {
  override readonly name = 'StoreUnavailableError';
  constructor(cause: unknown) {
    super('UNAVAILABLE', 'Files cannot be stored or read right now. Try again later.', {
      extra: { 'retry-after': RETRY_SECONDS },
    });
    this.cause = cause;
  }
}
