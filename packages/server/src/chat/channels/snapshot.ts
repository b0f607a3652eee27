import type { Channel, Subscription } from '@parley/contract/objects/channel.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import { Json, listOf, type Piece } from '../../engine/json-pieces.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import type { UserRow } from '../../http/actor.ts';
import type { ReadState, Viewpoint } from '../../http/snapshot.ts';
import { groupsOf } from '../../organization/groups/permissions.ts';
import { settingsOf } from '../../organization/settings/user-settings.ts';
import { presentSettings, withoutNulls, type SubscriptionSettings } from '../subscriptions/present.ts';
import { readAllChannels, readSubscribers, type AllChannels } from './all-channels.ts';
import type { ChannelRow } from './channel.ts';
import { relationsIn } from './relation.ts';
import { canSee } from '@parley/contract/rights/channel-rights.ts';

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
  const [visible, rows, usersIn] = await Promise.all([
    visibleOf(viewpoint, all),
    subscriptionsOf(reader, user),
    includeSubscribers ? readSubscribers(viewpoint, all) : undefined,
  ]);
  const mine = new Map(rows.map((row) => [row.channel_id, row]));
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

function subscriptionsOf(reader: Reader, user: UserRow) {
  return reader.all(
    q
      .selectFrom('subscription')
      .selectAll()
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id),
  );
}

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
  const [mine, groupIds] = await Promise.all([
    subscriptionsOf(reader, user),
    groupsOf(reader, user.realm_id, user),
  ]);
  const subscribed = new Set(mine.filter(({ is_active }) => is_active).map(({ channel_id }) => channel_id));
  const relationOf = relationsIn(user, subscribed, groupIds);
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
