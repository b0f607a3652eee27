export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

/** An answer of the server that says no. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  constructor(answer: Answer) {
    const body = (answer.body ?? {}) as Record<string, unknown>;
    super(
      typeof body['msg'] === 'string' ? body['msg'] : `The server answered with status ${answer.status}.`,
    );
    this.status = answer.status;
    this.code = typeof body['code'] === 'string' ? body['code'] : undefined;
    this.body = body;
    this.headers = answer.headers;
  }
}

/** No answer came, or something that is none of this API's: whether the request took effect is not known. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}
