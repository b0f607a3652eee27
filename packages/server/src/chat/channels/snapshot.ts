import type { Channel, Subscription } from '@parley/contract/objects/channel.ts';
import { q } from '../../engine/db/sql.ts';
import { Json, listOf, type Piece } from '../../engine/json-pieces.ts';
import { isGuest } from '../../http/actor.ts';
import type { ReadState, Viewpoint } from '../../http/snapshot.ts';
import { settingsOf } from '../../organization/settings/user-settings.ts';
import { presentSettings, withoutNulls, type SubscriptionSettings } from '../subscriptions/present.ts';
import { readAllChannels, readSubscribers, type AllChannels } from './all-channels.ts';
import type { ChannelRow } from './channel.ts';
import { relationsTo } from './relation.ts';
import { canSee } from './rights.ts';

/** All channels that the user sees. */
export const streamState: ReadState<'stream'> = async (viewpoint) => {
  const all = await readAllChannels(viewpoint);
  const items = (await visibleOf(viewpoint, all)).map(({ id }) => [`{${all.members.get(id) ?? ''}}`]);
  return { streams: new Json<Channel[]>(...listOf(items)) };
};

/** All channels that the user sees, split into subscribed, formerly subscribed and never subscribed. */
export const subscriptionState: ReadState<'subscription'> = async (viewpoint) => {
  const { reader, user, includeSubscribers } = viewpoint;
  const all = await readAllChannels(viewpoint);
  const visible = await visibleOf(viewpoint, all);
  const rows = await reader.all(
    q
      .selectFrom('subscription')
      .selectAll()
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id),
  );
  const mine = new Map(rows.map((row) => [row.channel_id, row]));
  const usersIn = includeSubscribers ? await readSubscribers(viewpoint, all) : undefined;
  const subscriptions: Piece[][] = [];
  const unsubscribed: Piece[][] = [];
  const never: Piece[][] = [];
  for (const { id } of visible) {
    const row = mine.get(id);
    const settings = row === undefined ? '' : `,${settingsJson(viewpoint, row)}`;
    const users = usersIn === undefined ? [] : [',"subscribers":', usersIn(id)];
    const item = [`{${all.members.get(id) ?? ''}${settings}`, ...users, '}'];
    (row === undefined ? never : row.is_active ? subscriptions : unsubscribed).push(item);
  }
  return {
    subscriptions: new Json<Subscription[]>(...listOf(subscriptions)),
    unsubscribed: new Json<Subscription[]>(...listOf(unsubscribed)),
    never_subscribed: new Json<(Channel & { subscribers?: number[] })[]>(...listOf(never)),
  };
};

function settingsJson({ clientOptions, user }: Viewpoint, row: SubscriptionSettings): string {
  const settings = presentSettings(row);
  const acceptsNulls = clientOptions.capabilities.notification_settings_null === true;
  return JSON.stringify(acceptsNulls ? settings : withoutNulls(settings, settingsOf(user))).slice(1, -1);
}

async function visibleOf(
  { reader, user, clientOptions }: Viewpoint,
  all: AllChannels,
): Promise<ChannelRow[]> {
  const withArchived = clientOptions.capabilities.archived_channels === true;
  const rows = all.rows.filter((row) => withArchived || !row.is_archived);
  const relationOf = await relationsTo(reader, user, rows);
  return rows.filter((row) => canSee(user, row, relationOf(row)));
}

/** Guests do not receive the default channels. */
export const defaultStreamsState: ReadState<'default_streams'> = async ({ reader, realm, user }) => {
  if (isGuest(user)) return { realm_default_streams: [] };
  const rows = await reader.all(
    q
      .selectFrom('channel')
      .select('id')
      .where('realm_id', '=', realm.id)
      .where('is_default', '=', true)
      .orderBy('id'),
  );
  return { realm_default_streams: rows.map(({ id }) => id) };
};
