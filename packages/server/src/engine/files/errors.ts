import { ApiError } from '../api-error.ts';

export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE']);

export function isFull(error: unknown): boolean {
  return FULL.has(codeOf(error));
}

/** The place where files are kept cannot be used now; maybe later. */
export function isStoreUnavailable(cause: unknown): ApiError {
  const problem = new ApiError('UNAVAILABLE', 'Files cannot be stored or read right now. Try again later.', {
    extra: { 'retry-after': RETRY_SECONDS },
  });
  problem.cause = cause;
  return problem;
}

const RETRY_SECONDS = 10;
