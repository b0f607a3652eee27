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

/** Files cannot be stored or read until an operator acts, or the store is back. No caller caused it. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  constructor(cause: unknown) {
    super('Files cannot be stored or read right now. Try again later.', { cause });
  }
}
