import { ApiError } from '../api-error.ts';

export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

const FULL_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE']);

export function isStorageFull(error: unknown): boolean {
  return FULL_CODES.has(codeOf(error));
}

/** The error for a file store that is temporarily unavailable. */
export function storeUnavailable(cause: unknown): ApiError {
  const error = new ApiError('UNAVAILABLE', 'Files cannot be stored or read right now. Try again later.', {
    extra: { 'retry-after': RETRY_SECONDS },
  });
  error.cause = cause;
  return error;
}

const RETRY_SECONDS = 10;
