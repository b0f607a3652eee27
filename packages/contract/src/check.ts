import * as z from 'zod';
import { answerSchema, errorCodesOf, type Endpoint } from './endpoint.ts';
import { errorAnswerSchema, errors, type ErrorCode } from './errors.ts';
import { schemaOfEvent } from './events.ts';

/** Lists the errors in the response of an operation; empty if it is valid. An undeclared field is an error. */
export function checkAnswer(endpoint: Endpoint, status: number, body: unknown): string[] {
  const found = problemsOf(endpoint, status, body);
  return found.map((problem) => `${endpoint.id} ${status}: ${problem}`);
}

/** Lists the errors in one event of a queue. */
export function checkEvent(event: unknown): string[] {
  if (!isObject(event) || typeof event['type'] !== 'string') return ['event: has no type'];
  const { type, op } = event;
  const name = typeof op === 'string' ? `${type}/${op}` : type;
  const schema = schemaOfEvent(typeof op === 'string' ? { type, op } : { type });
  if (schema === undefined) return [`event ${name}: is not declared`];
  return mismatches(schema, event).map((problem) => `event ${name}: ${problem}`);
}

/** The form in which one integration answers errors, for programs that were written for Slack. */
const slackError = z.strictObject({ ok: z.literal(false), error: z.string().min(1) });

function problemsOf(endpoint: Endpoint, status: number, body: unknown): string[] {
  if (!isObject(body)) return ['the body is not a JSON object'];
  if (endpoint.takesPayload === true && body['ok'] === false) return mismatches(slackError, body);
  if (body['result'] === 'success') {
    if (status !== 200) return ['a success has status 200'];
    return endpoint.id === 'get-events'
      ? checkPoll(endpoint, body)
      : mismatches(answerSchema(endpoint), body);
  }
  const { code } = body;
  if (typeof code !== 'string') return ['an error without a code'];
  if (!isErrorCode(code)) return [`the code ${code} is not declared`];
  const statuses = [
    errors[code].status,
    ...(endpoint.missingIs404 === true && code === 'BAD_REQUEST' ? [404] : []),
  ];
  return [
    ...(statuses.includes(status) ? [] : [`the code ${code} has status ${statuses.join(' or ')}`]),
    ...(errorCodesOf(endpoint).includes(code) ? [] : [`the code ${code} is not declared for this operation`]),
    ...mismatches(errorAnswerSchema(code), body),
  ];
}

/** Each event is checked by its own kind, which tells more than "no member of the union fits". */
function checkPoll(endpoint: Endpoint, body: Record<string, unknown>): string[] {
  if (!Array.isArray(body['events'])) return mismatches(answerSchema(endpoint), body);
  return [
    ...mismatches(answerSchema(endpoint), { ...body, events: [] }),
    ...body['events'].flatMap((event: unknown) => checkEvent(event)),
  ];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errors, code);
}

function mismatches(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.flatMap((issue) => describe(issue, []));
}

type Issue = z.core.$ZodIssue;

function describe(issue: Issue, above: readonly PropertyKey[]): string[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union') {
    const closest = issue.errors.toSorted((a, b) => a.length - b.length)[0];
    if (closest !== undefined) return closest.flatMap((inner) => describe(inner, path));
  }
  return [`${path.length === 0 ? 'answer' : path.map(String).join('.')}: ${issue.message}`];
}
