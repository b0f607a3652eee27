import type { IncomingMessage } from 'node:http';
import { badRequest } from '../engine/api-error.ts';
import { discard, hasBody, readWhole, unreadableBody } from './body.ts';
import { readForm, type Fields } from './fields.ts';
import { readParts, type BodyIntake } from './parts.ts';

/** Methods whose bodies are read; bodies of other requests are discarded with the response. */
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A media type, up to its parameters. */
const MEDIA_TYPE = /^\s*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)\s*(?:;|$)/;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/** Reads the body of a request into its fields, with a size limit. `onArrival` is called before it is parsed. */
export async function readBody(
  request: IncomingMessage,
  type: string | undefined,
  fields: Fields,
  intake: BodyIntake,
  onArrival: () => void,
): Promise<void> {
  // The client disconnected during authentication, so no data would ever arrive.
  if (request.destroyed) throw unreadableBody();
  if (intake.kind === 'payload') {
    const bytes = type === undefined ? Buffer.alloc(0) : await readWhole(request);
    onArrival();
    fields.payload = { type: type ?? '', bytes, headers: request.headers };
    return;
  }
  if (type === 'multipart/form-data') return readParts(request, fields, intake);
  if (type === FORM_TYPE) {
    const bytes = await readWhole(request);
    onArrival();
    fields.form = String(bytes);
    fields.body = readForm(fields.form);
  }
  // Bodies of other kinds are ignored; JSON is refused, because its sender expects it to be read.
  else if (type !== undefined && JSON_TYPE.test(type)) {
    if (hasBody(request))
      throw badRequest('The server reads form fields (application/x-www-form-urlencoded), not a JSON body.');
  } else if (type !== undefined) await discard(request);
}

/** Whether the body is a form, by the header that nearly all clients send. */
export function isForm({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith(FORM_TYPE) === true;
}

/** The media type of a body, empty if it has none; undefined without a body to read. Throws if it is malformed. */
export function bodyTypeOf(request: IncomingMessage): string | undefined {
  const { method = '', headers } = request;
  if (!METHODS_WITH_BODY.has(method)) return undefined;
  const header = headers['content-type'];
  if (header === undefined) return hasBody(request) ? '' : undefined;
  const type = MEDIA_TYPE.exec(header)?.[1]?.toLowerCase();
  if (type === undefined) throw unreadableBody();
  return type;
}
