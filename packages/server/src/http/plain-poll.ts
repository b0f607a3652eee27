import { plainTarget, type PlainPoll } from './polls.ts';

/** Longer than any poll of a usual program. */
const MOST = 4_096;

/** Nothing but a line that asks and fields with visible characters: whatever could be read in two ways does not fit. */
const PLAIN =
  /^GET (\/\S*) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+: ?[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?\r\n)+)\r\n$/;

/** Fields that change what a request is, how it is answered, or how its connection goes on. */
const MEANINGFUL = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'proxy-connection',
  'expect',
  'upgrade',
  'trailer',
  'te',
  'http2-settings',
  'origin',
]);

/** What has arrived on a connection, if it is one whole poll in the plain form and nothing besides. */
export function parsePlainPoll(chunk: Buffer): PlainPoll | undefined {
  if (chunk.length > MOST) return undefined;
  const match = PLAIN.exec(chunk.toString('latin1'));
  const target = match === null ? undefined : plainTarget(match[1] ?? '');
  if (target === undefined) return undefined;
  let host: string | undefined;
  let authorization: string | undefined;
  for (const line of (match?.[2] ?? '').split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'host') {
      if (host !== undefined) return undefined;
      host = value;
    } else if (name === 'authorization') {
      if (authorization !== undefined) return undefined;
      authorization = value;
    } else if (MEANINGFUL.has(name) && !isKeepAlive(name, value)) return undefined;
  }
  return host === undefined || authorization === undefined ? undefined : { host, authorization, target };
}

/** That is how it goes on anyhow. */
function isKeepAlive(name: string, value: string): boolean {
  return name === 'connection' && value.toLowerCase() === 'keep-alive';
}
