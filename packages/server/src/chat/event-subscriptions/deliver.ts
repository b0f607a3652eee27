import type { EventAdapter } from '../../delivery/event-adapter.ts';
import { idAt } from '../../delivery/event-id.ts';
import { offer, openQueue, share, type LocalQueue } from '../../delivery/local-queue.ts';
import type { OutgoingEvent } from '../../delivery/outgoing-event.ts';
import type { DeliveryOutcome, HeldReader, RecipientReader } from '../../delivery/readers/kinds.ts';
import type { QueueStore } from '../../delivery/store.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';
import { sql } from '../../engine/db/sql.ts';
import type { LogEntry } from '../../engine/log/entry.ts';
import { OutboundError } from '../../engine/outbound/guard.ts';
import { VERSION } from '../../engine/version.ts';
import type { World } from '../../http/world.ts';
import { recordDelivery, type DeliveryAttempt } from './deliveries.ts';
import { notifyPaused } from './notify-paused.ts';
import { SUBSCRIPTION_READER } from './rows.ts';
import { secretsOf } from './secrets.ts';
import { signedHeaders } from './sign.ts';

/** Services that decide which events a queue of the owner would receive, and in which form. */
export type SubscriptionParts = {
  readonly world: World;
  readonly adapter: EventAdapter;
  readonly queues: Pick<QueueStore, 'membershipAt'>;
};

const MAX_ENTRIES = 50;
/** No request starts after this time, so that the last one ends before the delivery is aborted. */
const MAX_BATCH_MS = 25_000;
const RETRIES = { firstSeconds: 5, maxSeconds: 3_600, giveUpSeconds: 86_400 } as const;
const USER_AGENT = `Parley/${VERSION}`;

/** Delivers the events of subscriptions to their URLs, one at a time for each subscription. */
export function eventSubscriptionReader(parts: SubscriptionParts): RecipientReader {
  return {
    kind: SUBSCRIPTION_READER,
    maxEntries: MAX_ENTRIES,
    retries: RETRIES,
    deliver: (reader, entries, signal) => deliver(parts, reader, entries, signal),
    onPause: (tx, reader, error) => notifyPaused(tx, parts.world, reader.id, error),
  };
}

async function deliver(
  parts: SubscriptionParts,
  reader: HeldReader,
  entries: readonly LogEntry[],
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const { world, adapter } = parts;
  const opened = await open(parts, reader);
  if (opened === undefined) return { state: 'done', position: entries.at(-1)?.position ?? reader.position };
  const from = world.clock.monotonic();
  let { position } = reader;
  for (const entry of entries) {
    if (signal.aborted || world.clock.monotonic() - from > MAX_BATCH_MS) break;
    for (const event of await eventsFor(adapter, opened.queue, entry)) {
      const error = await post(world, reader, opened, event, signal);
      if (error !== null) return { state: 'failed', position, error };
    }
    position = entry.position;
  }
  return { state: 'done', position };
}

type OpenSubscription = {
  readonly queue: LocalQueue;
  readonly url: string;
  readonly secrets: readonly string[];
};

/** The subscription as a queue of its owner; undefined if the owner is deactivated, or did not exist at the position. */
async function open(
  { world, queues }: SubscriptionParts,
  held: HeldReader,
): Promise<OpenSubscription | undefined> {
  const { realmId, id, position } = held;
  const row = await world.pool.first(
    sql<{ user_id: number; url: string; client_options: ClientOptions }>`
      select s.user_id, s.url, s.client_options from event_subscription s
      join realm_user u on u.realm_id = s.realm_id and u.id = s.user_id
      join realm on realm.id = s.realm_id
      where s.realm_id = ${realmId} and s.id = ${id} and u.is_active and realm.deactivated_at is null`,
  );
  if (row === undefined) return undefined;
  const membership = await queues.membershipAt(realmId, row.user_id, position);
  if (membership === undefined) return undefined;
  const record = {
    id: `${SUBSCRIPTION_READER} ${id}`,
    realmId,
    userId: row.user_id,
    fromPosition: position,
    clientOptions: row.client_options,
    rewinds: 0,
    credentialId: null,
  };
  const secrets = await secretsOf(world.pool, world.sealer, realmId, id);
  return { queue: openQueue(record, membership, idAt(position), position), url: row.url, secrets };
}

/** The events that the queue receives for an entry. They are taken one by one, so that none is merged with a later one. */
async function eventsFor(
  adapter: EventAdapter,
  queue: LocalQueue,
  entry: LogEntry,
): Promise<readonly OutgoingEvent[]> {
  const shared = share(entry);
  const { realmId, userId } = queue.record;
  const flagged = entry.kind === 'event' ? adapter.flaggedMessage(entry.event) : undefined;
  if (flagged !== undefined)
    for (const [id, names] of await adapter.loadFlags(realmId, flagged, [userId]))
      shared.flags.set(id, names);
  offer(queue, shared, adapter);
  const events = queue.pending;
  queue.pending = [];
  return events;
}

/** Sends an event and records the attempt. Returns the error, or null. */
async function post(
  world: World,
  { realmId, id }: HeldReader,
  { url, secrets }: OpenSubscription,
  event: OutgoingEvent,
  signal: AbortSignal,
): Promise<string | null> {
  const { type } = JSON.parse(event.json) as { type: string };
  const body = `{"type":${JSON.stringify(type)},"data":${event.json}}`;
  const seconds = Math.floor(world.clock.now() / 1000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...signedHeaders(secrets, { id: String(event.id), seconds, body }),
  };
  const from = world.clock.monotonic();
  const result = await request(world, { url, headers, body, signal });
  if (!signal.aborted || result.error === null)
    await recordDelivery(world.pool, realmId, id, {
      eventId: event.id,
      url,
      request: body,
      durationMs: world.clock.monotonic() - from,
      ...result,
    });
  return result.error;
}

async function request(
  { outbound }: World,
  wanted: Parameters<World['outbound']['post']>[0],
): Promise<Pick<DeliveryAttempt, 'status' | 'response' | 'error'>> {
  try {
    const { status, body: response } = await outbound.post(wanted);
    const error = status >= 200 && status <= 299 ? null : `The response has status ${status}.`;
    return { status, response, error };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { status: null, response: null, error: error.message };
  }
}
