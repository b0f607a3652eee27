import { errors, type ErrorCode, type ErrorData } from '@parley/contract/errors.ts';

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

/** Everything that a call can throw, but for the reason of the caller's own signal. */
export type ClientError = ApiError | NetworkError;

export function isClientError(error: unknown): error is ClientError {
  return error instanceof ApiError || error instanceof NetworkError;
}

/** An answer of the server that says no. `C` is its code, where that is known. */
export class ApiError<C extends ErrorCode | undefined = ErrorCode | undefined> extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Which of the API's errors it is; undefined for one that this version does not know. */
  readonly code: C;
  readonly body: Readonly<Record<string, unknown>> & (C extends ErrorCode ? ErrorData<C> : unknown);
  readonly headers: Headers;
  constructor(answer: Answer) {
    const body = (answer.body ?? {}) as Record<string, unknown>;
    super(
      typeof body['msg'] === 'string' ? body['msg'] : `The server answered with status ${answer.status}.`,
    );
    this.status = answer.status;
    this.code = (isKnown(body['code']) ? body['code'] : undefined) as C;
    this.body = body as typeof this.body;
    this.headers = answer.headers;
  }

  /** Whether it is this error; its body is then known too. */
  is<D extends ErrorCode>(code: D): this is ApiError<D> {
    const own: ErrorCode | undefined = this.code;
    return own === code;
  }
}

function isKnown(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code);
}

/** No answer came, or something that is none of this API's: whether the request took effect is not known. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** Waiting does not help: no such host, a bad certificate, another site, and no answer before. */
  readonly isPermanent: boolean;
  constructor(
    message: string,
    { cause, isPermanent = false }: { cause?: unknown; isPermanent?: boolean } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.isPermanent = isPermanent;
  }
}
