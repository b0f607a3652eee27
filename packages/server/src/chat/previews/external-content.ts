import type { Readable } from 'node:stream';
import type { Clock, Random } from '../../engine/clock.ts';
import type { Config } from '../../engine/config.ts';
import type { Metrics } from '../../engine/metrics/metrics.ts';
import { OutboundError } from '../../engine/outbound/guard.ts';
import type { OpenedResponse } from '../../engine/outbound/open.ts';
import type { Outbound } from '../../engine/outbound/outbound.ts';
import { readUpTo } from '../../engine/outbound/read-up-to.ts';
import { createTurns } from '../../engine/turns/turns.ts';
import { externalKindOf, pictureTypeOf } from './external-types.ts';
import { previewUserAgent } from './user-agent.ts';
import type { VisitRule } from './visit-rule.ts';

/** A medium of another site, ready to be passed on. */
export type ExternalContent = {
  readonly type: string;
  readonly body: Buffer | Readable;
  readonly length: number;
  /** The `Content-Range` of a part of a video or sound. */
  readonly range?: string;
};

/** Requests media of other sites for readers, in turns of organizations. Undefined: there is nothing that may be shown. */
export type ExternalContents = {
  load(realmId: number, url: string, range: string | undefined): Promise<ExternalContent | undefined>;
  close(): void;
};

export type ExternalContentParts = {
  readonly config: Config;
  readonly outbound: Outbound;
  readonly mayVisit: VisitRule;
  readonly metrics: Pick<Metrics, 'externalContentLoaded'>;
  readonly clock: Clock;
  readonly random: Random;
};

/** Each may hold a whole picture twice, so that all together stay below 160 MiB. */
const RUNNING = { total: 16, perRealm: 8, perUser: 8 };
const WAITING = { total: 512, perRealm: 128, perUser: 128 };
const MAX_WAIT_MS = 10_000;

const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/** Time for a picture, from its request to its last byte. */
const PICTURE_TIMEOUT_MS = 15_000;

/** A video or sound is passed on while it arrives, so only its time and its connections are bounded tightly. */
const MAX_STREAM_BYTES = 512 * 1024 * 1024;
const STREAM_TIMEOUT_MS = 10 * 60_000;
const MAX_STREAMS = 64;
const MAX_STREAMS_OF_REALM = 16;

export function createExternalContents(parts: ExternalContentParts): ExternalContents {
  const { metrics, clock, random } = parts;
  const turns = createTurns({ running: RUNNING, waiting: WAITING, maxWaitMs: MAX_WAIT_MS }, clock, random);
  const streams = createStreamCount();
  return {
    load: async (realmId, url, range) => {
      try {
        const content = await turns.run({ realmId, userId: 0 }, () =>
          openContent(parts, streams, { realmId, url, range }),
        );
        metrics.externalContentLoaded(content === undefined ? 'unfit' : 'passed');
        return content;
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error;
        metrics.externalContentLoaded(error.failure === 'refused' ? 'refused' : 'failed');
        return undefined;
      }
    },
    close: () => {
      turns.close();
    },
  };
}

type Wanted = { readonly realmId: number; readonly url: string; readonly range: string | undefined };

/** A picture is read to its end; a video or sound keeps its connection for as long as it is passed on. */
async function openContent(
  { config, outbound, mayVisit, clock }: ExternalContentParts,
  streams: StreamCount,
  { realmId, url, range }: Wanted,
): Promise<ExternalContent | undefined> {
  const ended = new AbortController();
  const end = (): void => {
    ended.abort();
  };
  const cancel = clock.after(PICTURE_TIMEOUT_MS, end);
  let opened: OpenedResponse | undefined;
  try {
    const headers = {
      'user-agent': previewUserAgent(config),
      accept: 'image/*, video/*, audio/*',
      ...(range === undefined ? {} : { range }),
    };
    opened = await outbound.open({ url, headers, mayVisit, signal: ended.signal });
    const kind = externalKindOf(opened.headers);
    if (kind === 'picture') return await pictureOf(opened);
    if (kind === undefined || !streams.mayAdd(realmId)) return undefined;
    const content = streamOf(opened, kind.type);
    if (content === undefined) return undefined;
    const cancelStream = clock.after(STREAM_TIMEOUT_MS, end);
    streams.add(realmId);
    opened.body.once('close', () => {
      cancelStream();
      streams.remove(realmId);
    });
    opened = undefined;
    return content;
  } finally {
    cancel();
    opened?.close();
  }
}

/** A whole picture. Its first bytes decide about its type, whatever the site claims. */
async function pictureOf({ status, headers, body }: OpenedResponse): Promise<ExternalContent | undefined> {
  if (status !== 200 || Number(headers['content-length'] ?? 0) > MAX_PICTURE_BYTES) return undefined;
  const bytes = await readUpTo(MAX_PICTURE_BYTES, body).catch((error: unknown) => {
    throw new OutboundError('unreachable', 'The picture did not arrive completely.', error);
  });
  const type = bytes === undefined ? undefined : pictureTypeOf(bytes);
  return bytes === undefined || type === undefined ? undefined : { type, body: bytes, length: bytes.length };
}

const CONTENT_RANGE = /^bytes \d{1,15}-\d{1,15}\/(?:\d{1,15}|\*)$/;

function streamOf({ status, headers, body }: OpenedResponse, type: string): ExternalContent | undefined {
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (!Number.isInteger(length) || length < 0 || length > MAX_STREAM_BYTES) return undefined;
  if (status === 200) return { type, body, length };
  const range = headers['content-range'] ?? '';
  return status === 206 && CONTENT_RANGE.test(range) ? { type, body, length, range } : undefined;
}

type StreamCount = {
  mayAdd(realmId: number): boolean;
  add(realmId: number): void;
  remove(realmId: number): void;
};

/** Counts open streams, in all and of each organization. */
function createStreamCount(): StreamCount {
  const byRealm = new Map<number, number>();
  let total = 0;
  const of = (realmId: number): number => byRealm.get(realmId) ?? 0;
  return {
    mayAdd: (realmId: number) => total < MAX_STREAMS && of(realmId) < MAX_STREAMS_OF_REALM,
    add: (realmId: number) => {
      total += 1;
      byRealm.set(realmId, of(realmId) + 1);
    },
    remove: (realmId: number) => {
      total -= 1;
      if (of(realmId) <= 1) byRealm.delete(realmId);
      else byRealm.set(realmId, of(realmId) - 1);
    },
  };
}
