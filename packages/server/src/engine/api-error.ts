import type { Refusal } from '@parley/contract/rights/refusal.ts';
import { errors, type ErrorCode } from '@parley/contract/errors.ts';

/** An error response of the API. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly extra: Readonly<Record<string, unknown>>;
  constructor(
    code: ErrorCode,
    message: string,
    options: { extra?: Readonly<Record<string, unknown>>; status?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.status = options.status ?? errors[code].status;
    this.extra = options.extra ?? {};
  }
}

/** The generic error, for cases without a code of their own. */
export function badRequest(message: string, extra: Readonly<Record<string, unknown>> = {}): ApiError {
  return new ApiError('BAD_REQUEST', message, { extra });
}

/** The object in the path does not exist, or the caller may not see it. */
export function notFound(message: string): ApiError {
  return new ApiError('BAD_REQUEST', message, { status: 404 });
}

/** Throws the reason why a caller may not do something, if there is one. */
export function throwRefusal(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw badRequest(refusal.reason);
}
