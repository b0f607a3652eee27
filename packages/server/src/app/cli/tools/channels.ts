import { roles } from '@parley/contract/rights/roles.ts';
import { Option, type Command } from 'commander';
import { findByNames, lockChannels } from '../../../chat/channels/queries.ts';
import { addSubscribers } from '../../../chat/subscriptions/add-subscribers.ts';
import type { ChannelRow } from '../../../chat/channels/channel.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { UserRow } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { define } from '../define.ts';
import { CommandError } from '../explain.ts';
import { realmNamed, userAt } from '../find.ts';
import { realmOption, type InRealm } from './parts.ts';

type SubscribeOptions = InRealm & { readonly all?: boolean };

export function channelCommands(): Command[] {
  return [listCommand(), subscribeCommand()];
}

function listCommand(): Command {
  return define<InRealm>({
    name: 'list',
    description: 'list the channels of an organization',
    options: [realmOption()],
    run: async ({ pool }, _args, { realm }) => {
      const { id } = await realmNamed(pool, realm);
      const channels = await pool.all(
        q.selectFrom('channel').selectAll().where('realm_id', '=', id).orderBy('id'),
      );
      return {
        rows: channels.map((channel) => ({
          id: channel.id,
          name: channel.name,
          access: channel.is_private ? 'private' : channel.is_web_public ? 'web-public' : 'public',
          subscribers: channel.subscriber_count,
          retention: retentionText(channel.retention_days),
          state: channel.is_archived ? 'archived' : 'active',
        })),
      };
    },
  });
}

function retentionText(days: number | null): string {
  if (days === null) return 'default';
  return days === -1 ? 'unlimited' : `${days} days`;
}

async function lockedChannel(tx: Tx, name: string): Promise<ChannelRow> {
  const [named] = await findByNames(tx, tx.realmId, [name]);
  const [channel] = named?.channel === undefined ? [] : await lockChannels(tx, [named.channel.id]);
  if (channel === undefined)
    throw new CommandError(`There is no channel '${name}'. List them: parley channel list --realm …`);
  return channel;
}

function subscribeCommand(): Command {
  return define<SubscribeOptions>({
    name: 'subscribe',
    description: 'subscribe users to a channel',
    arguments: [
      ['<channel>', 'name of the channel'],
      ['[email...]', 'e-mail addresses of the users'],
    ],
    options: [realmOption(), new Option('--all', 'all active human users except guests')],
    run: async (world, [name = '', ...emails], options) => {
      const realm = await realmNamed(world.pool, options.realm);
      const users = await subscribersOf(world, realm, options, emails);
      const added = await world.write(realm.id, async (tx) =>
        addSubscribers(tx, world, [await lockedChannel(tx, name)], users),
      );
      return {
        fields: { channel: name, subscribed: added.length, 'were subscribed': users.length - added.length },
      };
    },
  });
}

async function subscribersOf(
  { pool }: World,
  realm: RealmRow,
  { all = false }: SubscribeOptions,
  emails: readonly string[],
): Promise<UserRow[]> {
  if (all === emails.length > 0) throw new CommandError('Name e-mail addresses, or pass --all.');
  if (all)
    return pool.all(
      q
        .selectFrom('realm_user')
        .selectAll()
        .where('realm_id', '=', realm.id)
        .where('is_active', '=', true)
        .where('bot_type', 'is', null)
        .where('role', '<', roles.guest)
        .orderBy('id'),
    );
  const users = await Promise.all(emails.map((email) => userAt(pool, realm, email)));
  const inactive = users.find(({ is_active }) => !is_active);
  if (inactive !== undefined) throw new CommandError(`${inactive.delivery_email} is deactivated.`);
  return users;
}
