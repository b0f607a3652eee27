import { randomUUID } from 'node:crypto';
import { registerQueue as contract } from '@parley/contract/endpoints/queues.ts';
import type { ParametersOf } from '@parley/contract/endpoint.ts';
import { FEATURE_LEVEL } from '@parley/contract/level.ts';
import { limits } from '@parley/contract/limits.ts';
import { isPublicClient } from '@parley/contract/public-clients.ts';
import type { alwaysRegistered } from '@parley/contract/objects/register-state.ts';
import type * as z from 'zod';
import { queueDefaultsOf } from '../../organization/bots/default-channels.ts';
import { readMergedSnapshot } from '../../engine/db/snapshot.ts';
import { q, sql, toJson, type Reader } from '../../engine/db/sql.ts';
import type { Piece } from '../../engine/json-pieces.ts';
import { EncodedResult, route, type Call } from '../../http/route.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import { shareOf } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';
import { knowsPronouns } from '../../organization/profile-fields/adapt.ts';
import { MERGE_BASE, VERSION } from '../../engine/version.ts';
import { idAt } from '../../delivery/event-id.ts';
import type { QueueRecord, Membership } from '../../delivery/local-queue.ts';
import { checkQueueNarrow } from '../../chat/messages/queue-narrow.ts';
import type { Versions } from '../../delivery/snapshot-cache.ts';
import { readState, type SnapshotParts } from '../../http/snapshot.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';

type Parameters = ParametersOf<typeof contract>;
type Registered = {
  readonly record: QueueRecord;
  readonly state: Piece[];
  readonly membership: Membership;
  readonly epoch: string | undefined;
  /** The number of other queues of the user. */
  readonly others: number;
};

/** Reads a consistent snapshot at one log position and creates a queue that starts at that position. */
export function registerQueueRoute(parts: SnapshotParts) {
  return route(contract, async (call, parameters) => {
    const { world } = call;
    const clientOptions = await clientOptionsOf(call, parameters);
    // `partial` permits incomplete subscriber lists; complete ones satisfy it too.
    const includeSubscribers = parameters.include_subscribers !== 'false';
    const idleSeconds = idleSecondsOf(parameters.idle_queue_timeout);
    const types = parameters.fetch_event_types ?? parameters.event_types ?? null;
    const fetched = types === null ? null : new Set(types);
    const snapshot = (): Promise<Registered> =>
      readMergedSnapshot(world.pool, async (readers) => {
        const current = await readCurrent(readers.reader, call);
        const viewpoint = {
          ...readers,
          ...current,
          shared: world.shared,
          clientOptions,
          config: world.config,
          sealer: world.sealer,
          fetched,
          includeSubscribers,
          now: world.clock.now(),
          presenceDays: parameters.presence_history_limit_days,
          usersSince: parameters.users_since,
        };
        const record = recordOf(call, clientOptions, current.position);
        const [state, channels] = await Promise.all([
          readState(parts, viewpoint, world.processor.takeTurn),
          subscribedChannels(readers.reader, current.user),
        ]);
        const others = await insertQueue(readers.bulk, record, idleSeconds);
        return {
          record,
          state,
          membership: { role: current.user.role, channels },
          epoch: current.epoch,
          others,
        };
      });
    const { record, state, membership, epoch, others } = await world.registrations.run(
      shareOf(call),
      snapshot,
    );
    if (epoch !== world.epoch.token()) await world.epoch.confirm();
    // A queue of an earlier epoch has no row any more; the first poll tells its client to register again.
    if (epoch === world.epoch.token()) world.hub.add(record, membership);
    if (others > MAX_QUEUES_PER_USER / 2) await deleteExcessQueues(world.pool, record);
    const always: z.output<z.ZodObject<typeof alwaysRegistered>> = {
      queue_id: record.id,
      idle_queue_timeout_secs: idleSeconds,
      last_event_id: idAt(record.fromPosition),
      ...registeredVersions,
    };
    return new EncodedResult([...state, JSON.stringify(always).slice(1, -1)]);
  });
}

/** Rows that decide which parts of the state are read, and how. */
export async function readCurrent(reader: Reader, call: Call) {
  const [{ head: position, ...versions }, epoch, actor] = await Promise.all([
    headOf(reader, call.realm.id),
    epochOf(reader),
    currentActor(reader, call),
  ]);
  return { position, versions, epoch, ...actor };
}

function recordOf(call: Call, clientOptions: ClientOptions, fromPosition: number): QueueRecord {
  return {
    id: randomUUID(),
    realmId: call.realm.id,
    userId: call.user.id,
    fromPosition,
    clientOptions,
    rewinds: 0,
    credentialId: call.credential.id,
  };
}

/** The version fields of every registration response. */
export const registeredVersions = {
  zulip_feature_level: FEATURE_LEVEL,
  feature_level: FEATURE_LEVEL,
  zulip_version: VERSION,
  server_version: VERSION,
  zulip_merge_base: MERGE_BASE,
  merge_base: MERGE_BASE,
};

async function clientOptionsOf(
  { world, user, client }: Call,
  parameters: Parameters,
): Promise<ClientOptions> {
  if (parameters.all_public_streams === true && isGuest(user))
    throw badRequest('Guests cannot listen to all public channels.');
  const defaults = await queueDefaultsOf(world.pool, user);
  const allPublicChannels = parameters.all_public_streams ?? (defaults.allPublicChannels && !isGuest(user));
  const narrow = parameters.narrow ?? (defaults.channel === undefined ? [] : [['channel', defaults.channel]]);
  return {
    eventTypes: parameters.event_types ?? null,
    applyMarkdown: parameters.apply_markdown,
    clientGravatar: parameters.client_gravatar ?? true,
    slimPresence: parameters.slim_presence,
    allPublicChannels,
    narrow: checkQueueNarrow(narrow),
    capabilities: parameters.client_capabilities,
    knowsPronouns: knowsPronouns(client),
    isPublicClient: isPublicClient(client.name),
  };
}

function idleSecondsOf(option: Parameters['idle_queue_timeout']): number {
  if (option === undefined) return limits.idleQueueSeconds;
  if (option === 'mobile') return limits.mobileQueueSeconds;
  return Math.min(option, limits.maxQueueSeconds);
}

/** The head of an organization's log, and the versions of the state parts cached across registrations. */
export async function headOf(reader: Reader, realmId: number): Promise<Versions & { readonly head: number }> {
  const row = await reader.first(
    q
      .selectFrom('realm_head')
      .select(['head', 'users', 'roster', 'groups', 'channels'])
      .where('realm_id', '=', realmId),
  );
  return row ?? { head: 0, users: 0, roster: 0, groups: 0, channels: 0 };
}

/** The epoch of the database snapshot, which this node may not know yet. */
async function epochOf(reader: Reader): Promise<string | undefined> {
  return (await reader.first(q.selectFrom('epoch').select('token')))?.token;
}

async function subscribedChannels(reader: Reader, user: Call['user']): Promise<number[]> {
  const rows = await reader.all(
    q
      .selectFrom('subscription')
      .select('channel_id')
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .where('is_active', '=', true),
  );
  return rows.map((row) => row.channel_id);
}

/** Realm and user were read before the snapshot began and may have changed since. */
async function currentActor(reader: Reader, { realm, user }: Call): Promise<Pick<Call, 'realm' | 'user'>> {
  const [realmRow, userRow] = await Promise.all([
    reader.first(q.selectFrom('realm').selectAll().where('id', '=', realm.id)),
    reader.first(
      q.selectFrom('realm_user').selectAll().where('realm_id', '=', realm.id).where('id', '=', user.id),
    ),
  ]);
  return { realm: realmRow ?? realm, user: userRow ?? user };
}

/** Returns the number of the user's other queues. */
async function insertQueue(reader: Reader, record: QueueRecord, idleSeconds: number): Promise<number> {
  const { realmId, userId } = record;
  const [row] = await reader.all(
    q
      .insertInto('event_queue')
      .values({
        realm_id: realmId,
        id: record.id,
        user_id: userId,
        from_position: record.fromPosition,
        acknowledged: record.fromPosition,
        client_options: toJson(record.clientOptions),
        idle_seconds: idleSeconds,
        credential_id: record.credentialId,
      })
      .returning(
        sql<number>`(select count(*) from event_queue where realm_id = ${realmId} and user_id = ${userId})`.as(
          'others',
        ),
      ),
    'insert-queue',
  );
  return row?.others ?? 0;
}

/**
 * Beyond this number the least recently used queues of the user are deleted. Concurrent registrations do not see each
 * other's queues, so they look for queues to delete from half of this number on.
 */
const MAX_QUEUES_PER_USER = 200;

function deleteExcessQueues(reader: Reader, { realmId, userId }: QueueRecord): Promise<unknown> {
  return reader.all(
    sql`delete from event_queue where realm_id = ${realmId} and id in (
          select id from event_queue where realm_id = ${realmId} and user_id = ${userId}
          order by last_seen desc offset ${MAX_QUEUES_PER_USER})`,
  );
}
