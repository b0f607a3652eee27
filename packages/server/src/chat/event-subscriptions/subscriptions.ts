import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type * as endpoints from '@parley/contract/endpoints/event-subscriptions.ts';
import { limits } from '@parley/contract/limits.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';
import { positionOf } from '../../delivery/event-id.ts';
import {
  createOrganizationReader,
  createReader,
  deleteReader,
  pauseReader,
  PositionNotKeptError,
  replayReader,
  resumeReader,
} from '../../delivery/readers/operations.ts';
import { badRequest } from '../../engine/api-error.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { q, sql, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { checkQueueNarrow } from '../messages/queue-narrow.ts';
import { SUBSCRIPTIONS_READER } from './reader.ts';
import { accessSubscription, SUBSCRIPTION_READER } from './rows.ts';
import { addSecret } from './secrets.ts';

type NewSubscription = ParametersOf<typeof endpoints.createEventSubscription>;
type Changes = Omit<ParametersOf<typeof endpoints.updateEventSubscription>, 'subscription_id'>;

/** Creates a subscription that receives the events after the current head. */
export async function createSubscription(
  tx: Tx,
  { sealer }: Pick<World, 'sealer'>,
  { user }: Actor,
  wanted: NewSubscription,
): Promise<{ id: number; secret: string }> {
  if (wanted.all_public_streams && isGuest(user))
    throw badRequest('Guests cannot listen to all public channels.');
  const options = optionsOf(wanted);
  const url = checkUrl(wanted.url);
  await lockRealm(tx);
  await checkRoom(tx, user.id);
  const row = await tx.first(
    q
      .insertInto('event_subscription')
      .values({ realm_id: tx.realmId, user_id: user.id, url, client_options: toJson(options) })
      .returning('id'),
  );
  if (row === undefined) throw new Error('The subscription was not inserted.');
  await createOrganizationReader(tx, SUBSCRIPTIONS_READER);
  await createReader(tx, SUBSCRIPTION_READER, row.id);
  return { id: row.id, secret: await addSecret(tx, sealer, row.id) };
}

export async function updateSubscription(
  tx: Tx,
  { user }: Actor,
  id: number,
  { url, event_types, narrow, paused }: Changes,
): Promise<void> {
  const { client_options } = await accessSubscription(tx, user, id);
  const options: ClientOptions = {
    ...client_options,
    ...(event_types === undefined ? {} : { eventTypes: event_types }),
    ...(narrow === undefined ? {} : { narrow: checkQueueNarrow(narrow) }),
  };
  await tx.all(
    q
      .updateTable('event_subscription')
      .set({ client_options: toJson(options), ...(url === undefined ? {} : { url: checkUrl(url) }) })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id),
  );
  if (paused === true) await pauseReader(tx, SUBSCRIPTION_READER, id);
  if (paused === false) await resumeReader(tx, SUBSCRIPTION_READER, id);
}

export async function deleteSubscription(tx: Tx, { user }: Actor, id: number): Promise<void> {
  await accessSubscription(tx, user, id);
  await tx.all(q.deleteFrom('event_subscription').where('realm_id', '=', tx.realmId).where('id', '=', id));
  await deleteReader(tx, SUBSCRIPTION_READER, id);
}

/** Delivers all events after one again. */
export async function replaySubscription(
  tx: Tx,
  { user }: Actor,
  id: number,
  lastEventId: number,
): Promise<void> {
  await accessSubscription(tx, user, id);
  try {
    await replayReader(tx, SUBSCRIPTION_READER, id, positionOf(lastEventId));
  } catch (error) {
    if (error instanceof PositionNotKeptError)
      throw badRequest('The events after last_event_id are no longer in the log.');
    throw error;
  }
}

export async function rotateSecret(
  tx: Tx,
  { sealer }: Pick<World, 'sealer'>,
  { user }: Actor,
  id: number,
): Promise<string> {
  await accessSubscription(tx, user, id);
  await tx.all(sql`select from event_subscription where realm_id = ${tx.realmId} and id = ${id} for update`);
  return addSecret(tx, sealer, id);
}

/** Events in the newest form of the API. */
function optionsOf({
  event_types,
  narrow = [],
  all_public_streams,
  apply_markdown,
}: NewSubscription): ClientOptions {
  return {
    eventTypes: event_types ?? null,
    applyMarkdown: apply_markdown,
    clientGravatar: false,
    slimPresence: true,
    allPublicChannels: all_public_streams,
    narrow: checkQueueNarrow(narrow),
    capabilities: {
      notification_settings_null: true,
      bulk_message_deletion: true,
      linkifier_url_template: true,
      archived_channels: true,
      empty_topic_name: true,
      include_deactivated_groups: true,
      individual_emoji_changes: true,
    },
    knowsPronouns: true,
  };
}

/** The address is checked at each delivery; this check finds mistakes of the form. */
function checkUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw badRequest('url must be an http or https URL.');
  if (url.username !== '' || url.password !== '') throw badRequest('url must not contain a password.');
  return text;
}

async function checkRoom(tx: Tx, userId: number): Promise<void> {
  const counted = await tx.first(
    sql<{ all: number; own: number }>`
      select count(*) as all, count(*) filter (where user_id = ${userId}) as own
      from event_subscription where realm_id = ${tx.realmId}`,
  );
  if ((counted?.own ?? 0) >= limits.eventSubscriptionsPerUser)
    throw badRequest(`You can have at most ${limits.eventSubscriptionsPerUser} event subscriptions.`);
  if ((counted?.all ?? 0) >= limits.eventSubscriptionsPerRealm)
    throw badRequest(
      `An organization can have at most ${limits.eventSubscriptionsPerRealm} event subscriptions.`,
    );
}
