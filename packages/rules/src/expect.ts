import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './wire.ts';

/** A rule that does not hold: what it says should be, and what is. */
export class Broken extends Error {
  readonly expected: string;
  readonly got: string;
  constructor(expected: string, got: unknown) {
    super(`expected ${expected}, got ${show(got)}`);
    this.expected = expected;
    this.got = show(got);
  }
}

export function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

export function holds(condition: boolean, expected: string, got: unknown): void {
  if (!condition) throw new Broken(expected, got);
}

export function same(got: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(got, expected)) throw new Broken(`${what} = ${show(expected)}`, got);
}

function describe(answer: Answer): string {
  return `status ${answer.status}, ${answer.text.trim()}`;
}

/** Status 200 and the envelope of a success; the answer is handed on. */
export function success(answer: Answer): Answer {
  holds(
    answer.status === 200 && answer.body['result'] === 'success' && answer.body['msg'] === '',
    'a success with status 200',
    describe(answer),
  );
  return answer;
}

/** A success that says nothing else. */
export function plain(answer: Answer): void {
  success(answer);
  same(answer.body, { result: 'success', msg: '' }, 'the whole body');
}

const statuses: Readonly<Record<string, number>> = {
  UNAUTHORIZED: 401,
  INVALID_API_KEY: 401,
  UNSUPPORTED_WEBHOOK_EVENT_TYPE: 200,
  AUTHENTICATION_FAILED: 401,
  SECOND_STEP_REQUIRED: 401,
  SECOND_STEP_FAILED: 401,
  USER_DEACTIVATED: 401,
  REALM_DEACTIVATED: 401,
  PASSWORD_AUTH_DISABLED: 401,
  NONEXISTENT_SUBDOMAIN: 404,
  RATE_LIMIT_HIT: 429,
  REQUEST_TOO_LARGE: 413,
};

/** A refusal with this code, its status, and these fields beside it. */
export function refused(
  answer: Answer,
  code = 'BAD_REQUEST',
  extra: Readonly<Record<string, unknown>> = {},
): void {
  const status = statuses[code] ?? 400;
  const { result, msg } = answer.body;
  const fits =
    answer.status === status &&
    result === 'error' &&
    typeof msg === 'string' &&
    msg !== '' &&
    answer.body['code'] === code;
  holds(fits, `an error with status ${status} and code ${code}`, describe(answer));
  for (const [name, value] of Object.entries(extra)) same(answer.body[name], value, `the field ${name}`);
}

/** The object that the path names does not exist: status 404, with a code. */
export function missing(answer: Answer): void {
  holds(
    answer.status === 404 && answer.body['result'] === 'error' && answer.body['code'] === 'BAD_REQUEST',
    'an error with status 404 and code BAD_REQUEST',
    describe(answer),
  );
}

export function lacking(answer: Answer, name: string): void {
  refused(answer, 'REQUEST_VARIABLE_MISSING', { var_name: name });
}

export type Item = Readonly<Record<string, unknown>>;

/** A list of objects in the body. */
export function items(answer: Answer, ...path: readonly (string | number)[]): readonly Item[] {
  const value = answer.at(...path);
  if (!Array.isArray(value)) throw new Broken(`a list at ${path.join('.')}`, describe(answer));
  return value as Item[];
}

export function numberAt(answer: Answer, ...path: readonly (string | number)[]): number {
  const value = answer.at(...path);
  if (typeof value !== 'number') throw new Broken(`a number at ${path.join('.')}`, describe(answer));
  return value;
}

export function textAt(answer: Answer, ...path: readonly (string | number)[]): string {
  const value = answer.at(...path);
  if (typeof value !== 'string') throw new Broken(`a text at ${path.join('.')}`, describe(answer));
  return value;
}
