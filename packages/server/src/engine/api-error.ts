import { errors, type ErrorCode } from '@parley/contract/errors.ts';

/** Ends a request with an error of the API. */
export class ApiError extends Error {
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

/** The generic failure, for everything without a code of its own. */
export function badRequest(message: string, extra: Readonly<Record<string, unknown>> = {}): ApiError {
  return new ApiError('BAD_REQUEST', message, { extra });
}

/** What is addressed by its own path and does not exist, or is not the caller's. */
export function notFound(message: string): ApiError {
  return new ApiError('BAD_REQUEST', message, { status: 404 });
}
