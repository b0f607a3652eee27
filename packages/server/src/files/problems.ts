import { Problem } from '../problem.ts';

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE']);
export const isFull = (error: unknown): boolean => FULL.has(codeOf(error));

/** The place where files are kept cannot be used now; maybe later. */
export const storeIsAway = (cause: unknown): Problem => {
  const problem = new Problem('UNAVAILABLE', 'Files cannot be stored or read right now. Try again later.', {
    extra: { 'retry-after': RETRY_SECONDS },
  });
  problem.cause = cause;
  return problem;
};

const RETRY_SECONDS = 10;
