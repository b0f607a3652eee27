import { botTypes } from '@parley/contract/objects/user.ts';
import { Option, type Command } from 'commander';
import { q, sql } from '../../../engine/db/sql.ts';
import { underName } from '../../../engine/work/current-work.ts';
import { SYSTEM_ROLE } from '../../../http/actor.ts';
import { deleteQueuesOf } from '../../../organization/users/delete-queues.ts';
import { jobs } from '../../jobs/jobs.ts';
import { define } from '../define.ts';
import { CommandError } from '../explain.ts';
import { nameOfSubdomain, realmNamed, userAt } from '../find.ts';
import { EMAIL, realmOption, type InRealm } from './parts.ts';

/** Lists are for readers; a larger one tells nothing more. */
const MAX_ROWS = 200;

export function jobCommands(): Command[] {
  return [
    define({
      name: 'list',
      description: 'list the jobs of nodes: when each ran last on any node, and its last error',
      run: async ({ pool }) => {
        const runs = await pool.all(q.selectFrom('job_run').selectAll());
        const byName = new Map(runs.map((run) => [run.name, run]));
        return {
          rows: jobs.map(({ name, everyMs }) => {
            const run = byName.get(name);
            return {
              job: name,
              'every (s)': everyMs / 1000,
              succeeded: run?.succeeded_at ?? null,
              failed: run?.failed_at ?? null,
              error: run?.error ?? null,
            };
          }),
        };
      },
    }),
    define({
      name: 'run',
      description: 'run a job now, in this process',
      arguments: [['<job>', 'name of the job, as in the list']],
      run: async (world, [name = '']) => {
        const job = jobs.find((one) => one.name === name);
        if (job === undefined)
          throw new CommandError(`There is no job '${name}'. List them: parley job list`);
        const from = world.clock.monotonic();
        await underName(job.name, () => job.run(world));
        return { fields: { job: name, ms: Math.round(world.clock.monotonic() - from) } };
      },
    }),
  ];
}

export function queueCommands(): Command[] {
  return [
    define<InRealm>({
      name: 'list',
      description: 'list the event queues of an organization, the most recently used first',
      options: [realmOption()],
      run: async ({ pool }, _args, { realm }) => {
        const { id } = await realmNamed(pool, realm);
        const rows = await pool.all(sql<{
          queue: string;
          email: string;
          behind: number;
          seen: Date;
          idle: number;
        }>`
          select e.id as queue, u.delivery_email as email,
            (h.head - coalesce(e.acknowledged, e.from_position))::float8 as behind, e.last_seen as seen,
            e.idle_seconds as idle
          from event_queue e
          join realm_user u on u.realm_id = e.realm_id and u.id = e.user_id
          join realm_head h on h.realm_id = e.realm_id
          where e.realm_id = ${id} order by e.last_seen desc limit ${MAX_ROWS}`);
        return { rows: rows.map(({ idle, ...row }) => ({ ...row, 'lifespan (s)': idle })) };
      },
    }),
    define<InRealm>({
      name: 'end',
      description: 'end the event queues of a user, whose clients register again; credentials stay',
      arguments: [EMAIL],
      options: [realmOption()],
      run: async (world, [email = ''], { realm: name }) => {
        const realm = await realmNamed(world.pool, name);
        const user = await userAt(world.pool, realm, email);
        const before = await world.pool.first(sql<{ count: number }>`
          select count(*)::int as count from event_queue where realm_id = ${realm.id} and user_id = ${user.id}`);
        await world.write(realm.id, (tx) => deleteQueuesOf(tx, [user.id]));
        return { fields: { email: user.delivery_email, ended: before?.count ?? 0 } };
      },
    }),
  ];
}

export function mailCommands(): Command[] {
  return [
    define({
      name: 'list',
      description:
        'list e-mails that wait to be sent, with the last answer of the mail server; never their content',
      run: async ({ pool }) => {
        const mails = await pool.all(sql<{
          id: number;
          subdomain: string;
          kind: string;
          created_at: Date;
          tries: number;
          next_try_at: Date;
          last_error: string | null;
        }>`select m.id, r.subdomain, m.kind, m.created_at, m.tries, m.next_try_at, m.last_error
          from mail m join realm r on r.id = m.realm_id order by m.created_at limit ${MAX_ROWS}`);
        return {
          rows: mails.map((mail) => ({
            id: mail.id,
            realm: nameOfSubdomain(mail.subdomain),
            kind: mail.kind,
            created: mail.created_at,
            tries: mail.tries,
            'next try': mail.next_try_at,
            error: mail.last_error,
          })),
        };
      },
    }),
    define<{ readonly id?: string }>({
      name: 'retry',
      description: 'let nodes send the waiting e-mails at once, instead of after their backoff',
      options: [new Option('--id <number>', 'only this e-mail')],
      run: async ({ pool }, _args, { id }) => {
        if (id !== undefined && !/^\d{1,15}$/.test(id)) throw new CommandError('--id: a number is expected.');
        const mails = await pool.all(sql`
          update mail set next_try_at = now() where expires_at > now() and id = coalesce(${id ?? null}::bigint, id)
          returning 1`);
        return { fields: { retried: mails.length }, isFailure: id !== undefined && mails.length === 0 };
      },
    }),
  ];
}

export function botCommands(): Command[] {
  return [
    define<InRealm>({
      name: 'list',
      description: 'list the bots of an organization and their owners',
      options: [realmOption()],
      run: async ({ pool }, _args, { realm }) => {
        const { id } = await realmNamed(pool, realm);
        const rows = await pool.all(sql<{
          id: number;
          email: string;
          name: string;
          type: number;
          owner: string;
          state: string;
        }>`
          select b.id, b.delivery_email as email, b.full_name as name, b.bot_type as type,
            o.delivery_email as owner, case when b.is_active then 'active' else 'deactivated' end as state
          from realm_user b left join realm_user o on o.realm_id = b.realm_id and o.id = b.bot_owner_id
          where b.realm_id = ${id} and b.bot_type is not null and b.role <> ${SYSTEM_ROLE} order by b.id`);
        return { rows: rows.map((row) => ({ ...row, type: BOT_TYPES[row.type] ?? String(row.type) })) };
      },
    }),
  ];
}

const BOT_TYPES: Readonly<Record<number, string>> = {
  [botTypes.generic]: 'generic',
  [botTypes.incomingWebhook]: 'incoming webhook',
  [botTypes.outgoingWebhook]: 'outgoing webhook',
  [botTypes.embedded]: 'embedded',
};
