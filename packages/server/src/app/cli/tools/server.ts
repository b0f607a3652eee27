import { Option, type Command } from 'commander';
import { shownSettings } from '../../../engine/config.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import { define } from '../define.ts';
import { nameOfSubdomain, realmNamed } from '../find.ts';

const DEFAULT_MESSAGE = 'This server is being maintained. Try again soon.';
const BATCH_FILES = 500;

export function fileCommands(): Command[] {
  return [checkFilesCommand(), usageCommand()];
}

function checkFilesCommand(): Command {
  return define<{ readonly realm?: string }>({
    name: 'check',
    description:
      'look for every stored file of the database in the directory or bucket; exit status 1 if one is missing',
    options: [new Option('--realm <subdomain>', 'only this organization')],
    run: async ({ pool, files }, _args, { realm }) => {
      const only = realm === undefined ? null : (await realmNamed(pool, realm)).id;
      const missing: { realm: number; file: number; key: string; found: string }[] = [];
      let checked = 0;
      let after = { realm: 0, id: 0 };
      for (;;) {
        const rows = await pool.all(sql<{ realm_id: number; id: number; key: string; size: number }>`
          select realm_id, id, key, size from attachment
          where state = 'kept' and (realm_id, id) > (${after.realm}, ${after.id})
            and realm_id = coalesce(${only}::bigint, realm_id)
          order by realm_id, id limit ${BATCH_FILES}`);
        for (const { realm_id, id, key, size } of rows) {
          const stored = await files.get(key);
          stored?.content.destroy();
          if (stored?.size !== size)
            missing.push({
              realm: realm_id,
              file: id,
              key,
              found: stored === undefined ? 'nothing' : `${stored.size} of ${size} bytes`,
            });
        }
        checked += rows.length;
        const last = rows.at(-1);
        if (last === undefined) break;
        after = { realm: last.realm_id, id: last.id };
      }
      return {
        rows: missing,
        text: `${checked} files checked, ${missing.length} missing or damaged.`,
        isFailure: missing.length > 0,
      };
    },
  });
}

function usageCommand(): Command {
  return define({
    name: 'usage',
    description: 'show how much organizations store, the largest first',
    run: async ({ pool }) => {
      const rows = await pool.all(sql<{ subdomain: string; files: number; bytes: number }>`
        select r.subdomain, coalesce(s.used, 0)::float8 as bytes,
          (select count(*) from attachment a where a.realm_id = r.id and a.state = 'kept')::int as files
        from realm r left join upload_space s on s.realm_id = r.id order by bytes desc, r.id`);
      return { rows: rows.map(({ subdomain, ...used }) => ({ realm: nameOfSubdomain(subdomain), ...used })) };
    },
  });
}

export function statsCommand(): Command {
  return define({
    name: 'stats',
    description: 'show figures of the whole server',
    run: async ({ pool }) => ({
      fields:
        (await pool.first(sql<Record<string, number>>`select
        (select count(*) from realm where deactivated_at is null)::int as organizations,
        (select count(*) from realm_user where is_active and bot_type is null)::int as users,
        (select count(*) from presence where greatest(active_at, idle_at) > now() - interval '1 day')::int
          as "users of a day",
        (select count(*) from presence where greatest(active_at, idle_at) > now() - interval '30 days')::int
          as "users of 30 days",
        coalesce((select sum(last_ordinal) from conversation), 0)::float8 as "messages sent",
        (select count(*) from event_queue)::int as "event queues",
        (select count(*) from mail)::int as "e-mails waiting",
        (select count(*) from push_delivery)::int as "pushes waiting",
        (select count(*) from page_job)::int as "messages waiting for previews",
        coalesce((select sum(used) from upload_space), 0)::float8 as "bytes of files",
        pg_database_size(current_database())::float8 as "bytes of the database"`)) ?? {},
    }),
  });
}

export function maintenanceCommands(): Command[] {
  return [
    define<{ readonly message: string }>({
      name: 'on',
      description: 'let all nodes answer users with 503 and a message, and pause jobs that send or delete',
      options: [new Option('--message <text>', 'text for users').default(DEFAULT_MESSAGE)],
      run: async ({ pool }, _args, { message }) => {
        await pool.all(sql`
          insert into server_note (name, value) values ('maintenance', ${JSON.stringify({ message })}::jsonb)
          on conflict (name) do update set value = excluded.value, at = now()`);
        return { fields: { maintenance: 'on', message }, text: 'Nodes follow within two seconds.' };
      },
    }),
    define({
      name: 'off',
      description: 'end the maintenance',
      run: async ({ pool }) => {
        await pool.all(q.deleteFrom('server_note').where('name', '=', 'maintenance'));
        return { fields: { maintenance: 'off' } };
      },
    }),
  ];
}

export function configCommands(): Command[] {
  return [
    define<{ readonly changed?: boolean }>({
      name: 'show',
      description: 'show the settings of this server, without secrets',
      options: [new Option('--changed', 'only those that are not the default')],
      run: async (_world, _args, { changed = false }) => ({
        rows: shownSettings().filter(({ source }) => !changed || source === 'set'),
      }),
    }),
  ];
}
