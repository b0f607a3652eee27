import { decode } from '@parley/contract/decode.ts';
import { updateRealm as updateRealmEndpoint } from '@parley/contract/endpoints/realm.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { realmSettingNames } from '@parley/contract/objects/realm-settings.ts';
import type { Command } from 'commander';
import { sql } from '../../../engine/db/sql.ts';
import { urlOf } from '../../../engine/hosts.ts';
import { SYSTEM_ROLE } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { changeSubdomain } from '../../../organization/realm/change-subdomain.ts';
import { shownSettingsOf } from '../../../organization/realm/settings.ts';
import { updateRealm } from '../../../organization/realm/update-realm.ts';
import { define } from '../define.ts';
import { CommandError } from '../explain.ts';
import { nameOfSubdomain, realmNamed, subdomainNamed } from '../find.ts';
import type { Row } from '../output.ts';
import { exportRealmCommand, importRealmCommand } from './archives.ts';
import { deleteRealmCommand, deletionsCommand } from './delete-realm.ts';
import { operatorIn, SUBDOMAIN } from './parts.ts';

export function realmCommands(): Command[] {
  return [
    listCommand(),
    showCommand(),
    renameCommand(),
    hostCommand(),
    settingsCommand(),
    deleteRealmCommand(),
    deletionsCommand(),
    exportRealmCommand(),
    importRealmCommand(),
  ];
}

function listCommand(): Command {
  return define({
    name: 'list',
    description: 'list the organizations',
    run: async ({ pool, config }) => {
      const realms = await pool.all(sql<{
        id: number;
        subdomain: string;
        name: string;
        created_at: Date;
        deactivated_at: Date | null;
        users: number;
      }>`select r.id, r.subdomain, r.name, r.created_at, r.deactivated_at,
          (select count(*) from realm_user u
            where u.realm_id = r.id and u.is_active and u.bot_type is null)::int as users
        from realm r order by r.id`);
      return {
        rows: realms.map(({ id, subdomain, name, users, created_at, deactivated_at }) => ({
          id,
          subdomain: nameOfSubdomain(subdomain),
          name,
          users,
          state: deactivated_at === null ? 'active' : 'deactivated',
          created: created_at,
          url: urlOf(config.hosts, subdomain),
        })),
      };
    },
  });
}

function showCommand(): Command {
  return define({
    name: 'show',
    description: 'show an organization: state, users, channels, messages and files',
    arguments: [SUBDOMAIN],
    run: async ({ pool, config }, [name = '']) => {
      const realm = await realmNamed(pool, name);
      const facts = await pool.first(sql<
        Record<'users' | 'guests' | 'bots' | 'channels' | 'messages' | 'bytes', number>
      >`
        select
          count(*) filter (where bot_type is null and role < ${roles.guest})::int as users,
          count(*) filter (where bot_type is null and role = ${roles.guest})::int as guests,
          count(*) filter (where bot_type is not null and role <> ${SYSTEM_ROLE})::int as bots,
          (select count(*) from channel where realm_id = ${realm.id} and not is_archived)::int as channels,
          coalesce((select sum(last_ordinal) from conversation where realm_id = ${realm.id}), 0)::float8 as messages,
          coalesce((select used from upload_space where realm_id = ${realm.id}), 0) as bytes
        from realm_user where realm_id = ${realm.id} and is_active`);
      return {
        fields: {
          id: realm.id,
          subdomain: nameOfSubdomain(realm.subdomain),
          name: realm.name,
          url: urlOf(config.hosts, realm.subdomain),
          state: realm.deactivated_at === null ? 'active' : 'deactivated',
          created: realm.created_at,
          deactivated: realm.deactivated_at,
          'to be deleted': realm.scheduled_deletion_at,
          'copy for trials': realm.is_copy,
          users: facts?.users ?? 0,
          guests: facts?.guests ?? 0,
          bots: facts?.bots ?? 0,
          channels: facts?.channels ?? 0,
          'messages sent': facts?.messages ?? 0,
          'bytes of files': facts?.bytes ?? 0,
          'days of retention': shownSettingsOf(realm, config).message_retention_days,
        },
      };
    },
  });
}

function renameCommand(): Command {
  return define({
    name: 'rename',
    description: 'change the display name of an organization',
    arguments: [SUBDOMAIN, ['<name>', 'new display name']],
    run: async (world, [subdomain = '', name = '']) => {
      const realm = await realmNamed(world.pool, subdomain);
      await change(world, realm.id, new Map([['name', name]]));
      return { fields: { subdomain, before: realm.name, name: name.trim() } };
    },
  });
}

function hostCommand(): Command {
  return define({
    name: 'host',
    description: 'change the subdomain of an organization; users open the new address and log in there',
    arguments: [SUBDOMAIN, ['<new-subdomain>', "new subdomain, or 'root'"]],
    run: async (world, [from = '', to = '']) => {
      const realm = await realmNamed(world.pool, from);
      const subdomain = subdomainNamed(to);
      await world.write(realm.id, (tx) => changeSubdomain(tx, subdomain));
      const { hosts } = world.config;
      return {
        fields: { name: realm.name, before: urlOf(hosts, realm.subdomain), url: urlOf(hosts, subdomain) },
      };
    },
  });
}

function settingsCommand(): Command {
  return define({
    name: 'settings',
    description: 'show the settings of an organization, or change those given as name=value',
    arguments: [
      SUBDOMAIN,
      ['[name=value...]', 'settings to change, with the names and values of PATCH /realm'],
    ],
    run: async (world, [subdomain = '', ...given]) => {
      const realm = await realmNamed(world.pool, subdomain);
      if (given.length > 0) await change(world, realm.id, new Map(given.map(settingOf)));
      const current = shownSettingsOf(await realmNamed(world.pool, subdomain), world.config);
      const rows: Row[] = realmSettingNames.toSorted().map((name) => ({
        setting: name,
        value: typeof current[name] === 'string' ? current[name] : JSON.stringify(current[name]),
      }));
      const names = given.map((text) => settingOf(text)[0]);
      return {
        rows: given.length > 0 ? rows.filter(({ setting }) => names.includes(String(setting))) : rows,
      };
    },
  });
}

function settingOf(text: string): [string, string] {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(at, 0));
  if (!realmSettingNames.some((known) => known === name))
    throw new CommandError(
      `'${text}' is not name=value with the name of a setting. List them: parley realm settings <subdomain>`,
    );
  return [name, text.slice(at + 1)];
}

async function change(world: World, realmId: number, fields: ReadonlyMap<string, string>): Promise<void> {
  const decoded = decode(updateRealmEndpoint.parameters, {}, fields);
  if (!decoded.ok) throw new CommandError(decoded.problem.msg);
  const { config, clock } = world;
  await world.write(realmId, async (tx) => {
    await updateRealm(tx, await operatorIn(tx), decoded.values, { config, now: clock.now() });
  });
}
