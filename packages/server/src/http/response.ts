import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { isUnavailable, isOutdated } from '../engine/db/errors.ts';
import { ApiError } from '../engine/api-error.ts';
import { StoreUnavailableError } from '../engine/files/errors.ts';
import type { Words } from '@parley/contract/words/words.ts';
import { ENGLISH, refusalIn } from '../engine/words/server-words.ts';
import { acceptsCoding } from './accept-encoding.ts';
import { gzipOf } from './gzip.ts';
import { bytesOf, type Piece } from '../engine/json-pieces.ts';
import { EncodedResult } from './route.ts';
import type { World } from './world.ts';

/** A response; with a stream as its body, the headers must include content-length. */
export type HttpResponse = {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | readonly Buffer[] | Readable;
  /** The message of an error response. */
  readonly problem?: string;
  /** The request was counted for its address when it arrived, so its refusal is not counted again. */
  readonly isCounted?: boolean;
};

/** A response whose body is one string. */
export type TextResponse = HttpResponse & { body: string };

const JSON_HEADERS = { 'content-type': 'application/json' };

/** `onTurn` is called after each pause of a long encoding. */
export async function success(
  result: unknown,
  ignored: readonly string[],
  acceptedCodings?: string,
  onTurn: () => void = () => {},
): Promise<HttpResponse> {
  const extra = ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : '';
  if (!(result instanceof EncodedResult)) return joinedSuccess(await membersOf(result ?? {}, onTurn), extra);
  if (typeof result.members === 'string') return encodedSuccess(result.members, extra);
  return piecewiseSuccess(piecesOf(result.members, extra), acceptsCoding(acceptedCodings, 'gzip'));
}

function piecesOf(members: readonly Piece[], extra: string): Piece[] {
  return ['{"result":"success","msg":"",', ...members, `${extra}}\n`];
}

/** Bytes of a response in one string. A longer one is converted piece by piece. */
const MAX_JOINED_LENGTH = 1024 * 1024;

function joinedSuccess(members: readonly string[], extra: string): HttpResponse {
  const length = members.reduce((sum, { length: own }) => sum + own, 0);
  if (length <= MAX_JOINED_LENGTH) return encodedSuccess(members.join(''), extra);
  const body = piecesOf(members, extra).map((piece) => Buffer.from(piece));
  return { status: 200, headers: { ...JSON_HEADERS }, body };
}

/** A successful response whose members are already JSON text. */
function encodedSuccess(members: string, extra = ''): TextResponse {
  return {
    status: 200,
    headers: { ...JSON_HEADERS },
    body: `{"result":"success","msg":""${members === '' ? '' : `,${members}`}${extra}}\n`,
  };
}

/** Longer responses to polls are compressed for clients that accept it; shorter ones fit into a few packets. */
const MIN_COMPRESSED_LENGTH = 4_096;

/** A successful response to a poll, whose members are already JSON text. Only long ones take more than one turn. */
export function pollSuccess(
  members: string,
  acceptedCodings: string | undefined,
): TextResponse | Promise<HttpResponse> {
  return members.length < MIN_COMPRESSED_LENGTH
    ? encodedSuccess(members)
    : success(new EncodedResult([members]), [], acceptedCodings);
}

/** The result of a poll on the usual path, which is encoded as by `pollSuccess`. */
export function pollResult(members: string): EncodedResult {
  return new EncodedResult(members.length < MIN_COMPRESSED_LENGTH ? members : [members]);
}

async function piecewiseSuccess(pieces: readonly Piece[], isCompressed: boolean): Promise<HttpResponse> {
  return {
    status: 200,
    headers: {
      ...JSON_HEADERS,
      vary: 'Accept-Encoding, Accept-Language',
      ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
    },
    body: isCompressed ? await gzipOf(pieces) : bytesOf(pieces),
  };
}

/** Longer lists are encoded in pieces, so that a large response does not block the event loop. */
const ITEMS_OF_FIRST_PIECE = 25;
const MAX_ITEMS_PER_PIECE = 250;
const PIECE_LENGTH = 256 * 1024;

async function membersOf(result: object, onTurn: () => void): Promise<string[]> {
  const isLarge = Object.values(result).some(
    (value) => Array.isArray(value) && value.length > ITEMS_OF_FIRST_PIECE,
  );
  if (!isLarge) return [JSON.stringify(result).slice(1, -1)];
  const pieces: string[] = [];
  let between = '';
  for (const [name, value] of Object.entries(result)) {
    if (value === undefined) continue;
    pieces.push(`${between}${JSON.stringify(name)}:`);
    if (Array.isArray(value)) await addList(pieces, value, onTurn);
    else pieces.push(JSON.stringify(value));
    between = ',';
  }
  return pieces;
}

/** Items may be of any size, so a piece has as many as would have had the right length in the piece before. */
async function addList(pieces: string[], items: readonly unknown[], onTurn: () => void): Promise<void> {
  let count = ITEMS_OF_FIRST_PIECE;
  for (let from = 0; from < items.length;) {
    if (from > 0) {
      await setImmediate();
      onTurn();
    }
    const piece = JSON.stringify(items.slice(from, from + count)).slice(1, -1);
    pieces.push(from === 0 ? '[' : ',', piece);
    from += count;
    count = Math.min(Math.max(1, Math.floor((count * PIECE_LENGTH) / piece.length)), MAX_ITEMS_PER_PIECE);
  }
  pieces.push(items.length === 0 ? '[]' : ']');
}

function failure(
  status: number,
  members: Record<string, unknown> & { readonly msg: string },
  problem = members.msg,
): TextResponse {
  return {
    status,
    problem,
    headers: { ...JSON_HEADERS },
    body: `${JSON.stringify({ result: 'error', ...members })}\n`,
  };
}

/** A refusal in the language of its reader; the log has it in English. */
export function errorResponse(error: ApiError, words: Words = ENGLISH): TextResponse {
  const msg = refusalIn(words, error.message);
  const answer = failure(error.status, { msg, code: error.code, ...error.extra }, error.message);
  if (msg !== error.message) answer.headers['content-language'] = words.locale;
  if (error.status === 401) answer.headers['www-authenticate'] = 'Basic realm="zulip"';
  const retry = error.extra['retry-after'];
  // The header has whole seconds (RFC 9110); clients of the API read the exact figure in the body.
  if (typeof retry === 'number') answer.headers['retry-after'] = String(Math.ceil(retry));
  return answer;
}

/** The scheme `Session` keeps browsers from opening a password dialog on a 401. */
export function withoutDialog<A extends HttpResponse>(answer: A): A {
  if (answer.status === 401) answer.headers['www-authenticate'] = 'Session realm="zulip"';
  return answer;
}

export function methodNotAllowed(allowed: readonly string[]): HttpResponse {
  const answer = failure(405, {
    msg: 'This path does not support the method of the request.',
    allowed_methods: allowed,
  });
  answer.headers['allow'] = allowed.join(', ');
  return answer;
}

export function pathNotFound(): HttpResponse {
  return failure(404, { msg: 'There is nothing here.', code: 'BAD_REQUEST' });
}

export function redirect(location: string): HttpResponse {
  return { status: 302, headers: { location }, body: '' };
}

/** Seconds after which a client may retry while PostgreSQL is unavailable. */
const RETRY_SECONDS = 1;
/** The same while files are. */
const STORE_RETRY_SECONDS = 10;

/** Converts an error to a response; errors that the caller did not cause go to `report`. */
export function responseToError(
  error: unknown,
  { report }: Pick<World, 'report'>,
  operation: string,
  words: Words = ENGLISH,
): TextResponse {
  if (error instanceof ApiError) return errorResponse(error, words);
  report(error, operation);
  if (error instanceof StoreUnavailableError)
    return errorResponse(
      new ApiError('UNAVAILABLE', error.message, { extra: { 'retry-after': STORE_RETRY_SECONDS } }),
    );
  if (isUnavailable(error) || isOutdated(error))
    return errorResponse(
      new ApiError('UNAVAILABLE', 'The service is not available right now. Try again soon.', {
        extra: { 'retry-after': RETRY_SECONDS },
      }),
    );
  return failure(500, { msg: 'Internal server error.' });
}
