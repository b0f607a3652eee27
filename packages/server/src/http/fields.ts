import { isSound } from '@parley/contract/json-text.ts';
import { badRequest } from '../problem.ts';

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

const MAX_FIELDS = 1000;

/** The last of several fields with one name wins. */
export const readForm = (form: string): Map<string, string> => {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(form)) {
    fields.set(name, value);
    if (fields.size > MAX_FIELDS) throw badRequest('The request has too many parameters.');
  }
  return fields;
};

export const merged = (fields: Fields): Map<string, string> => new Map([...fields.query, ...fields.body]);

/** Text that PostgreSQL or a client could not take stops here. */
export const checkText = (fields: ReadonlyMap<string, string>): void => {
  for (const [name, value] of fields) {
    if (!isSound(name)) throw badRequest('The name of a parameter is not well-formed text.');
    if (!isSound(value)) throw badRequest(`The parameter '${name}' is not well-formed text.`);
  }
};
