import type { IncomingHttpHeaders } from 'node:http';
import { isSound } from '@parley/contract/json-text.ts';
import { badRequest, type ApiError } from '../engine/api-error.ts';

/** The parameters of a request by origin; the body takes precedence over the query string. */
export type Fields = {
  query: Map<string, string>;
  body: Map<string, string>;
  files: UploadedFile[];
  spooled: SpooledFile[];
  /** The body of a page as it arrived, if it is a form. */
  form?: string;
  /** The body of a request to an operation that takes a payload; its fields are no parameters. */
  payload?: Payload;
};
/** A message of another service, as it arrived. */
export type Payload = {
  /** The media type, in lower case; empty if the request names none. */
  readonly type: string;
  readonly bytes: Buffer;
  readonly headers: IncomingHttpHeaders;
};
/** An uploaded file in memory. */
export type UploadedFile = { readonly field: string; readonly name: string; readonly content: Buffer };
/** An uploaded file on disk, deleted after the response. */
export type SpooledFile = {
  readonly field: string;
  readonly name: string;
  readonly path: string;
  readonly size: number;
};

/** Fields per body or query string; the largest operation has 71 parameters. */
export const MAX_FIELDS = 100;

export function tooManyFields(): ApiError {
  return badRequest(`The request has more than ${MAX_FIELDS} fields.`);
}

/** Parses a form; of several fields with one name the last is used. */
export function readForm(form: string): Map<string, string> {
  // Counted before parsing, because 1 MiB can contain half a million fields.
  if (hasTooManyFields(form)) throw tooManyFields();
  return new Map(new URLSearchParams(form));
}

function hasTooManyFields(form: string): boolean {
  let count = 0;
  for (let from = 0; from < form.length;) {
    const at = form.indexOf('&', from);
    const end = at === -1 ? form.length : at;
    if (end > from) count += 1;
    if (count > MAX_FIELDS) return true;
    from = end + 1;
  }
  return false;
}

export function merged(fields: Fields): Map<string, string> {
  return new Map([...fields.query, ...fields.body]);
}

/** Throws if a text contains characters that PostgreSQL or JSON cannot represent. */
export function checkText(fields: ReadonlyMap<string, string>): void {
  for (const [name, value] of fields) {
    if (!isSound(name)) throw badRequest('A parameter name is not well-formed text.');
    if (!isSound(value)) throw badRequest(`The parameter '${name}' is not well-formed text.`);
  }
}
