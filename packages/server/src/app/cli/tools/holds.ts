import { Option, type Command } from 'commander';
import { findByNames } from '../../../chat/channels/queries.ts';
import { placeHold, releaseHold, type NewHold } from '../../../chat/holds/holds.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import { define } from '../define.ts';
import { CommandError } from '../explain.ts';
import { realmNamed, userAt } from '../find.ts';
import { operatorIn, realmOption, type InRealm } from './parts.ts';

type AddOptions = InRealm & { readonly user?: string; readonly channel?: string; readonly reason: string };

export function holdCommands(): Command[] {
  return [listCommand(), addCommand(), removeCommand()];
}

function listCommand(): Command {
  return define<InRealm>({
    name: 'list',
    description: 'list users and channels on hold, the oldest hold first',
    options: [realmOption()],
    run: async ({ pool }, _args, { realm }) => {
      const { id } = await realmNamed(pool, realm);
      const holds = await pool.all(sql<{
        id: number;
        email: string | null;
        channel: string | null;
        reason: string;
        creator: string;
        created_at: Date;
      }>`
        select h.id, u.delivery_email as email, c.name as channel, h.reason, o.delivery_email as creator, h.created_at
        from hold h
        join realm_user o on o.realm_id = h.realm_id and o.id = h.creator_id
        left join realm_user u on u.realm_id = h.realm_id and u.id = h.user_id
        left join channel c on c.realm_id = h.realm_id and c.id = h.channel_id
        where h.realm_id = ${id} order by h.id`);
      return {
        rows: holds.map(({ created_at, ...hold }) => ({ ...hold, created: created_at })),
      };
    },
  });
}

function addCommand(): Command {
  return define<AddOptions>({
    name: 'add',
    description:
      'keep what a user or channel has: nothing edits, moves or deletes it until the hold is removed',
    options: [
      realmOption(),
      new Option('--user <email>', 'e-mail address of the user'),
      new Option('--channel <name>', 'name of the channel'),
      new Option('--reason <text>', 'why it is placed').makeOptionMandatory(),
    ],
    run: async (world, _args, options) => {
      const realm = await realmNamed(world.pool, options.realm);
      const wanted = await wantedHold(world, realm, options);
      const id = await world.write(realm.id, async (tx) => placeHold(tx, await operatorIn(tx), wanted));
      return { fields: { id, user: options.user ?? null, channel: options.channel ?? null } };
    },
  });
}

async function wantedHold(
  { pool }: World,
  realm: RealmRow,
  { user, channel, reason }: AddOptions,
): Promise<NewHold> {
  if ((user === undefined) === (channel === undefined))
    throw new CommandError('Pass either --user or --channel.');
  if (user !== undefined) return { user_id: (await userAt(pool, realm, user)).id, reason };
  const [named] = await findByNames(pool, realm.id, [channel ?? '']);
  if (named?.channel === undefined)
    throw new CommandError(`There is no channel '${channel}'. List them: parley channel list --realm …`);
  return { stream_id: named.channel.id, reason };
}

function removeCommand(): Command {
  return define<InRealm>({
    name: 'remove',
    description: 'release a hold; messages whose retention ended meanwhile are deleted within an hour',
    arguments: [['<id>', 'number of the hold, as in the list']],
    options: [realmOption()],
    run: async (world, [id = ''], { realm }) => {
      if (!/^\d{1,15}$/.test(id)) throw new CommandError('<id>: a number is expected.');
      const { id: realmId } = await realmNamed(world.pool, realm);
      await world.write(realmId, (tx) => releaseHold(tx, Number(id)));
      return { fields: { removed: Number(id) } };
    },
  });
}
