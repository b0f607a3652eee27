import { Option, type Command } from 'commander';
import { findByNames, lockChannels } from '../../../chat/channels/queries.ts';
import { retentionOf } from '../../../chat/channels/retention.ts';
import { setRetention } from '../../../chat/channels/set-retention.ts';
import { isConversationHeld } from '../../../chat/holds/held.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import { updateRealm } from '../../../organization/realm/update-realm.ts';
import { define } from '../define.ts';
import { CommandError } from '../explain.ts';
import { realmNamed } from '../find.ts';
import type { Row } from '../output.ts';
import { operatorIn, realmOption, type InRealm } from './parts.ts';

export function retentionCommands(): Command[] {
  return [showCommand(), setCommand()];
}

function showCommand(): Command {
  return define<InRealm>({
    name: 'show',
    description: 'show for how long an organization and each of its channels keep messages',
    options: [realmOption()],
    run: async ({ pool }, _args, { realm }) => ({
      rows: await retentions(pool, await realmNamed(pool, realm)),
    }),
  });
}

async function retentions(reader: Reader, realm: RealmRow): Promise<Row[]> {
  const days = realmSettingsOf(realm).message_retention_days;
  const channels = await reader.all(sql<{
    name: string;
    retention_days: number | null;
    oldest: Date | null;
    held: boolean;
  }>`
    select c.name, c.retention_days, ${isConversationHeld} as held, (
      select m.sent_at from message m
      where m.realm_id = c.realm_id and m.conversation_id = v.id order by m.id limit 1
    ) as oldest
    from channel c join conversation v on v.realm_id = c.realm_id and v.id = c.conversation_id
    where c.realm_id = ${realm.id} order by lower(c.name)`);
  return [
    { of: 'the organization', kept: retentionText(days), from: null, oldest: null, 'on hold': null },
    ...channels.map(({ name, retention_days, oldest, held }) => ({
      of: `channel ${name}`,
      kept: retentionText(retention_days ?? days),
      from: retention_days === null ? 'the organization' : 'the channel',
      oldest,
      'on hold': held,
    })),
  ];
}

function retentionText(days: number): string {
  return days === -1 ? 'unlimited' : `${days} days`;
}

function setCommand(): Command {
  return define<InRealm & { readonly channel?: string }>({
    name: 'set',
    description: 'set for how long messages are kept; older ones are deleted for everybody within an hour',
    arguments: [['<days>', "number of days, 'unlimited', or 'default' for a channel"]],
    options: [
      realmOption(),
      new Option('--channel <name>', 'only for this channel; for the organization otherwise'),
    ],
    run: async (world, [given = ''], { realm: subdomain, channel: name }) => {
      const days = daysOf(given);
      const realm = await realmNamed(world.pool, subdomain);
      if (name === undefined && days === null)
        throw new CommandError("'default' is for a channel: name it with --channel.");
      await world.write(realm.id, async (tx) => {
        if (name !== undefined) return setRetentionOf(tx, name, days);
        const now = world.clock.now();
        const changes = { message_retention_days: days ?? -1 };
        await updateRealm(tx, await operatorIn(tx), changes, { config: world.config, now });
      });
      const of = name === undefined ? 'the organization' : `channel ${name}`;
      const rows = await retentions(world.pool, await realmNamed(world.pool, subdomain));
      return { rows: rows.filter((row) => row['of'] === of) };
    },
  });
}

function daysOf(given: string): number | null {
  if (given === 'unlimited') return retentionOf(given);
  if (given === 'default') return retentionOf('realm_default');
  if (/^[1-9]\d{0,8}$/.test(given)) return retentionOf(Number(given));
  throw new CommandError("<days>: a number of days, 'unlimited' or 'default' is expected.");
}

async function setRetentionOf(tx: Tx, name: string, days: number | null): Promise<void> {
  const [named] = await findByNames(tx, tx.realmId, [name]);
  const [channel] = named?.channel === undefined ? [] : await lockChannels(tx, [named.channel.id]);
  if (channel === undefined)
    throw new CommandError(`There is no channel '${name}'. List them: parley channel list --realm …`);
  await setRetention(tx, channel, days);
}
