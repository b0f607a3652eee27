import { randomUUID } from 'node:crypto';
import { registerQueue as contract } from '@parley/contract/endpoints/queues.ts';
import type { ParametersOf } from '@parley/contract/endpoint.ts';
import { FEATURE_LEVEL } from '@parley/contract/level.ts';
import { limits } from '@parley/contract/limits.ts';
import { isPublicClient } from '@parley/contract/public-clients.ts';
import type { alwaysRegistered } from '@parley/contract/objects/register-state.ts';
import type * as z from 'zod';
import { queueDefaultsOf } from '../../bots/default-channels.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { q, sql, toJson, type Reader } from '../../db/sql.ts';
import type { Piece } from '../../http/pieces.ts';
import { Encoded, route, type Call } from '../../http/route.ts';
import { isGuest } from '../../people/person.ts';
import { badRequest } from '../../problem.ts';
import { knowsPronouns } from '../../profile-fields/fit.ts';
import { MERGE_BASE, VERSION } from '../../version.ts';
import { idAt } from '../event-id.ts';
import type { QueueRecord, Standing } from '../local-queue.ts';
import { checkNarrow } from '../narrow.ts';
import type { Versions } from '../shared.ts';
import { readState, type SnapshotParts } from '../snapshot.ts';
import type { Wishes } from '../wishes.ts';

type Parameters = ParametersOf<typeof contract>;
type Registered = { record: QueueRecord; state: Piece[]; standing: Standing };

/** One consistent snapshot at one position of the log, and a queue that starts at that position. */
export const registerQueueRoute = (parts: SnapshotParts) =>
  route(contract, async (call, parameters) => {
    const { world, realm, person } = call;
    const wishes = await wishesOf(call, parameters);
    // Everybody who is in a channel is a part of the whole that partial lists leave open.
    const includeSubscribers = parameters.include_subscribers !== 'false';
    const idleSeconds = idleSecondsOf(parameters.idle_queue_timeout);
    const types = parameters.fetch_event_types ?? parameters.event_types ?? null;
    const fetched = types === null ? null : new Set(types);
    const snapshot = (): Promise<Registered> =>
      readSnapshot(world.pool, async (reader) => {
        const { head: position, ...versions } = await headOf(reader, realm.id);
        const now = await actorNow(reader, call);
        const viewpoint = {
          reader,
          shared: world.shared,
          versions,
          wishes,
          config: world.config,
          sealer: world.sealer,
          fetched,
          includeSubscribers,
          now: world.clock.now(),
          presenceDays: parameters.presence_history_limit_days,
          ...now,
        };
        const made: QueueRecord = {
          id: randomUUID(),
          realmId: realm.id,
          personId: person.id,
          fromPosition: position,
          wishes,
        };
        const read = await readState(parts, viewpoint);
        await insertQueue(reader, made, idleSeconds);
        const channels = await subscribedChannels(reader, now.person);
        return { record: made, state: read, standing: { role: now.person.role, channels } };
      });
    const { record, state, standing } = await world.admit(realm.id, snapshot);
    world.hub.add(record, standing);
    await makeRoom(world.pool, record);
    const always: z.output<z.ZodObject<typeof alwaysRegistered>> = {
      queue_id: record.id,
      idle_queue_timeout_secs: idleSeconds,
      last_event_id: idAt(record.fromPosition),
      ...registeredVersions,
    };
    return new Encoded([...state, JSON.stringify(always).slice(1, -1)]);
  });

/** The versions that every registration answers with. */
export const registeredVersions = {
  zulip_feature_level: FEATURE_LEVEL,
  feature_level: FEATURE_LEVEL,
  zulip_version: VERSION,
  server_version: VERSION,
  zulip_merge_base: MERGE_BASE,
  merge_base: MERGE_BASE,
};

const wishesOf = async ({ world, person, client }: Call, parameters: Parameters): Promise<Wishes> => {
  if (parameters.all_public_streams === true && isGuest(person))
    throw badRequest('Guests cannot listen to all public channels.');
  const habits = await queueDefaultsOf(world.pool, person);
  const allPublicChannels = parameters.all_public_streams ?? (habits.allPublicChannels && !isGuest(person));
  const narrow = parameters.narrow ?? (habits.channel === undefined ? [] : [['channel', habits.channel]]);
  return {
    eventTypes: parameters.event_types ?? null,
    applyMarkdown: parameters.apply_markdown,
    clientGravatar: parameters.client_gravatar ?? true,
    slimPresence: parameters.slim_presence,
    allPublicChannels,
    narrow: checkNarrow(narrow),
    capabilities: parameters.client_capabilities,
    knowsPronouns: knowsPronouns(client),
    isPublicClient: isPublicClient(client.name),
  };
};

const idleSecondsOf = (wish: Parameters['idle_queue_timeout']): number => {
  if (wish === undefined) return limits.idleQueueSeconds;
  if (wish === 'mobile') return limits.mobileQueueSeconds;
  return Math.min(wish, limits.maxQueueSeconds);
};

/** The end of an organization's log, and the versions of what registrations share. */
export const headOf = async (
  reader: Reader,
  realmId: number,
): Promise<Versions & { readonly head: number }> => {
  const row = await reader.first(
    q
      .selectFrom('realm_head')
      .select(['head', 'people', 'groups', 'channels'])
      .where('realm_id', '=', realmId),
  );
  return row ?? { head: 0, people: 0, groups: 0, channels: 0 };
};

const subscribedChannels = async (reader: Reader, person: Call['person']): Promise<number[]> => {
  const rows = await reader.all(
    q
      .selectFrom('subscription')
      .select('channel_id')
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id)
      .where('is_active', '=', true),
  );
  return rows.map((row) => row.channel_id);
};

/** The credentials were read a moment before the snapshot; what they said may have changed since. */
const actorNow = async (reader: Reader, { realm, person }: Call): Promise<Pick<Call, 'realm' | 'person'>> => {
  const realmRow = await reader.first(q.selectFrom('realm').selectAll().where('id', '=', realm.id));
  const personRow = await reader.first(
    q.selectFrom('person').selectAll().where('realm_id', '=', realm.id).where('id', '=', person.id),
  );
  return { realm: realmRow ?? realm, person: personRow ?? person };
};

const insertQueue = async (reader: Reader, record: QueueRecord, idleSeconds: number): Promise<void> => {
  await reader.all(
    q.insertInto('event_queue').values({
      realm_id: record.realmId,
      id: record.id,
      person_id: record.personId,
      from_position: record.fromPosition,
      wishes: toJson(record.wishes),
      idle_seconds: idleSeconds,
    }),
  );
};

/** Nobody needs more; the ones not used for longest make room. */
const MAX_QUEUES_PER_PERSON = 200;

const makeRoom = (reader: Reader, { realmId, personId }: QueueRecord): Promise<unknown> =>
  reader.all(
    sql`delete from event_queue where realm_id = ${realmId} and id in (
          select id from event_queue where realm_id = ${realmId} and person_id = ${personId}
          order by last_seen desc offset ${MAX_QUEUES_PER_PERSON})`,
  );
