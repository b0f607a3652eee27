import { isSound } from '@parley/contract/json-text.ts';
import { badRequest, type ApiError } from '../engine/api-error.ts';

/** The parameters of a request, by where they stood: the body wins over the query string. */
export type Fields = {
  query: Map<string, string>;
  body: Map<string, string>;
  files: UploadedFile[];
  spooled: SpooledFile[];
};
/** A file that came along, in memory. */
export type UploadedFile = { readonly field: string; readonly name: string; readonly content: Buffer };
/** A file that may be large, on the disk; gone when the request has been answered. */
export type SpooledFile = {
  readonly field: string;
  readonly name: string;
  readonly path: string;
  readonly size: number;
};

/** Fields of a body, or of a query string; the largest operation has 71 parameters. */
export const MAX_FIELDS = 100;

export function tooManyFields(): ApiError {
  return badRequest(`The request has more than ${MAX_FIELDS} fields.`);
}

/** The last of several fields with one name wins. */
export function readForm(form: string): Map<string, string> {
  // Counted first: a MiB can hold half a million fields, each of which would become an object.
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

/** Text that PostgreSQL or a client could not take stops here. */
export function checkText(fields: ReadonlyMap<string, string>): void {
  for (const [name, value] of fields) {
    if (!isSound(name)) throw badRequest('The name of a parameter is not well-formed text.');
    if (!isSound(value)) throw badRequest(`The parameter '${name}' is not well-formed text.`);
  }
}
