import { connect } from 'node:net';
import { isChunked, type Piece } from './raw-cases.ts';

/** Received bytes of a connection, and whether the server closed it. */
export type Exchange = { readonly answers: string; readonly end: 'closed' | 'waiting' };

/** A request with `Connection: close`, after which every response has arrived. */
const LAST = {
  text: 'GET /api/v1/none HTTP/1.1\r\nHost: parley.test\r\nConnection: close\r\n\r\n',
  isPart: false,
};

/** Pause that lets part of a request arrive before the rest. */
const BREATH_MS = 5;

/** Sends each piece after the response to the previous one, or after `quiet` milliseconds without one. */
export async function exchange(
  url: string,
  localAddress: string,
  pieces: readonly Piece[],
  quiet: number,
): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress, noDelay: true });
  const got: Buffer[] = [];
  let isClosed = false;
  let stir = (): void => {};
  socket.on('data', (chunk) => {
    got.push(chunk);
    stir();
  });
  // A server that closes the connection may not read the remaining bytes.
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
    stir();
  });
  const news = (milliseconds: number): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), milliseconds);
      stir = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve));
  for (const { text, isPart } of [...pieces, LAST]) {
    if (isClosed) break;
    socket.write(text, 'latin1');
    await news(isPart ? BREATH_MS : quiet);
  }
  while (!isClosed && (await news(quiet)));
  const end = isClosed ? 'closed' : 'waiting';
  socket.destroy();
  return { answers: Buffer.concat(got).toString('latin1'), end };
}

/** Whether two exchanges are equivalent for a client. */
export function isSame(one: Exchange, other: Exchange, pieces: readonly Piece[]): boolean {
  if (one.end !== other.end) return false;
  const [first, second] = [comparable(one.answers), comparable(other.answers)];
  if (first === second) return true;
  // A malformed request closes its connection at once, possibly before earlier responses.
  const text = pieces.map((piece) => piece.text).join('');
  const isComplete = !OTHER_VERSION.test(text) && [first, second].some(isWhole);
  if ([first, second].some(isBrokenOff) && !isComplete)
    return isOneBeginningOfOther(withoutBreak(first), withoutBreak(second));
  // A request that is refused before its chunks were read may lose its connection.
  return isChunked(text) && isOneBeginningOfOther(withoutConnection(first), withoutConnection(second));
}

function isOneBeginningOfOther(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** A request of another version of HTTP, or without one, is the last of its connection, whatever follows it. */
const OTHER_VERSION = / HTTP\/(?!1\.1\r)|^[A-Z]+ [^ \r\n]+\r$/m;

function withoutConnection(answers: string): string {
  return answers.replaceAll(/^(?:connection|keep-alive): .*\n/gm, '');
}

const BROKEN = '{"result":"error","msg":"The request is not valid HTTP.","code":"BAD_REQUEST"}\n';

/** The same in response to a request for a head, as `comparable` returns it. */
const BROKEN_HEAD = `HTTP/1.1 400 Bad Request\r\nconnection: close\ncontent-length: ${BROKEN.length}\ncontent-type: application/json\n\n`;

function isBrokenOff(answers: string): boolean {
  return answers.endsWith(BROKEN) || answers.endsWith(BROKEN_HEAD);
}

function withoutBreak(answers: string): string {
  return isBrokenOff(answers) ? answers.slice(0, answers.lastIndexOf('HTTP/1.1 400')) : answers;
}

/** Bytes up to the last expected response. */
function isWhole(answers: string): boolean {
  return answers.endsWith('{"result":"error","msg":"There is nothing here.","code":"BAD_REQUEST"}\n');
}

/**
 * Removes everything that differs between any two responses: times, created ids, and the order in which concurrent
 * requests were counted.
 */
function comparable(answers: string): string {
  return (
    withSortedCounts(answers)
      .replaceAll(
        /(HTTP\/1\.1 \d{3} [^\r]*\r\n)((?:[^\r\n]+\r\n)*)\r\n/g,
        (_all, status: string, lines: string) => `${status}${sortedHeaders(lines, passingIn(status))}\n\n`,
      )
      .replaceAll(/"(id|retry-after|max_message_id)":[\d.]+/g, '"$1":…')
      // Links to a new message contain its id, whose length also changes the length of the body.
      .replaceAll(/\/near\/\d+/g, '/near/…')
      .replaceAll(/again in [\d.]+ seconds/g, 'again in …')
      // Clients read nothing after a response that closes the connection.
      .replace(/(\nconnection: close\n[^]*?)HTTP\/1\.1 \d{3} [^]*$/, '$1')
  );
}

const COUNT = /(x-ratelimit-limit: )(\d+)(\r\nx-ratelimit-remaining: )(\d+)/gi;

/**
 * Writes the remaining requests relative to the first response of the exchange to the same user: one with the same limit
 * and almost as many left. Their absolute numbers drift apart for good after a connection that was closed early, because
 * its requests may or may not have been counted.
 */
function withSortedCounts(answers: string): string {
  const byLimit = new Map<string, number[]>();
  for (const [, , limit = '', , remaining] of answers.matchAll(COUNT))
    byLimit.set(
      limit,
      [...(byLimit.get(limit) ?? []), Number(remaining)].toSorted((a, b) => a - b),
    );
  const firsts = new Map<string, number>();
  return answers.replaceAll(COUNT, (_all, head: string, limit: string, between: string) => {
    const remaining = byLimit.get(limit)?.pop() ?? 0;
    const first = firsts.get(limit) ?? remaining;
    const isOfSameUser = first - remaining < MAX_REQUESTS_OF_CASE;
    firsts.set(limit, isOfSameUser ? first : remaining);
    return `${head}${limit}${between}${isOfSameUser ? remaining - first : 0}`;
  });
}

/** More than the requests of one exchange, each of which may count for several. */
const MAX_REQUESTS_OF_CASE = 100;

const PASSING = new Set(['date', 'x-request-id', 'retry-after', 'x-ratelimit-reset']);

/** The response to too many requests contains a time, whose digits change the length of the body. */
const PASSING_IN_REFUSALS = new Set([...PASSING, 'content-length']);

function passingIn(status: string): ReadonlySet<string> {
  return status.startsWith('HTTP/1.1 429') ? PASSING_IN_REFUSALS : PASSING;
}

function sortedHeaders(lines: string, passing: ReadonlySet<string>): string {
  return lines
    .trimEnd()
    .split('\r\n')
    .map((line) => {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).toLowerCase();
      return passing.has(name) ? `${name}: …` : `${name}:${line.slice(colon + 1)}`;
    })
    .toSorted()
    .join('\n');
}
