import { cureRefusal } from './cure-refusal.ts';

/** A refusal by the server; `code` is empty when it could not be reached. */
export class DoorError extends Error {
  override readonly name = 'DoorError';
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;
  /** Continues a log-in that needs a second step. */
  readonly state: string | undefined;
  /** The kinds of second steps with which it goes on. */
  readonly kinds: readonly string[];

  constructor(
    message: string,
    code: string,
    retryAfterSeconds?: number,
    { state, kinds = [] }: Pick<Refusal, 'state' | 'kinds'> = {},
  ) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.state = state;
    this.kinds = kinds;
  }
}

/** Calls an operation for browsers. Throws a `DoorError` when the server refuses or cannot be reached. */
export async function call<T>(method: string, path: string, fields: object | FormData = {}): Promise<T> {
  const body =
    fields instanceof FormData
      ? fields
      : new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { 'X-Parley': 'web' },
      ...(method === 'GET' ? {} : { body }),
    });
  } catch {
    throw new DoorError('The server cannot be reached.', '');
  }
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as T;
  const { msg = response.statusText, code = `${response.status}`, ...waiting } = answer as Refusal;
  if (await cureRefusal({ code })) return call(method, path, fields);
  const wait = response.headers.get('retry-after');
  throw new DoorError(msg, code, wait === null ? undefined : Math.ceil(Number(wait)), waiting);
}

type Refusal = {
  readonly msg?: string;
  readonly code?: string;
  readonly state?: string;
  readonly kinds?: readonly string[];
};
