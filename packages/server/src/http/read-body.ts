import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from '../engine/api-error.ts';
import { discard, hasBody, readWhole, unreadableBody } from './body.ts';
import { readForm, type Fields } from './fields.ts';
import { readParts, type FileIntake } from './parts.ts';

/** Kinds of bodies besides multipart. The parsers only record the kind; the body is read after authentication. */
type BodyKind = 'form' | 'json' | 'other';

export function registerBodyKinds(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const name = (type: string | RegExp, kind: BodyKind): void => {
    app.addContentTypeParser(type, (_request, _body, done) => {
      done(null, kind);
    });
  };
  name('application/x-www-form-urlencoded', 'form');
  name(/^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i, 'json');
  name('*', 'other');
}

/** Reads the body of a request into its fields, with a size limit. */
export async function readBody(request: FastifyRequest, fields: Fields, intake: FileIntake): Promise<void> {
  // The client disconnected during authentication, so no data would ever arrive.
  if (request.raw.destroyed) throw unreadableBody();
  if (request.isMultipart()) return readParts(request, fields, intake);
  const kind = request.body as BodyKind | undefined;
  if (kind === 'form') fields.body = readForm(String(await readWhole(request.raw)));
  // Bodies of other kinds are ignored; JSON is refused, because its sender expects it to be read.
  if (kind === 'json' && hasBody(request.raw))
    throw badRequest('The server reads form fields (application/x-www-form-urlencoded), not a JSON body.');
  if (kind === 'other') await discard(request.raw);
}
