import type { RenderResult } from '@parley/markdown';
import type { RawBuilder } from 'kysely';
import type { Config } from '../../engine/config.ts';
import { type Query, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { isBot, type Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { realmSettingsOf } from '../../organization/realm/settings.ts';

/** A message whose links wait for previews. `round` changes when the message is edited. */
export type PageJob = { readonly realm_id: number; readonly message_id: number; readonly round: number };

/** Whether the pages that a message links to are fetched. */
export function wantsPages(
  { previews }: Pick<Config, 'previews'>,
  { realm, user }: Actor,
  { previewable }: Pick<RenderResult, 'previewable'>,
): boolean {
  return (
    previewable.length > 0 &&
    previews.pages &&
    !isBot(user) &&
    realmSettingsOf(realm).inline_url_embed_preview
  );
}

/** Adds a job for a new message, or begins the one of an edited message again. */
export function insertPageJob(realmId: number, messageId: number | RawBuilder<number>): Query<unknown> {
  return sql`
    insert into page_job (realm_id, message_id) values (${realmId}, ${messageId})
    on conflict (realm_id, message_id) do update
      set round = page_job.round + 1, tries = 0, created_at = now(), due_at = now()`;
}

export async function deletePageJob(tx: Tx, messageId: number): Promise<void> {
  await tx.all(sql`delete from page_job where realm_id = ${tx.realmId} and message_id = ${messageId}`);
}

/** Longer than a job can take, so that another node repeats it only if this one ended. */
const LEASE_SECONDS = 60;
const MAX_TRIES = 3;
const IS_DUE = sql<boolean>`due_at <= now() and tries < ${sql.lit(MAX_TRIES)}`;

export function arePagesDue(): RawBuilder<boolean> {
  return sql`exists (select from page_job where ${IS_DUE})`;
}

/** Claims jobs; organizations take turns, and those in `busy` have none. */
export function claimPageJobs(
  { pool }: Pick<World, 'pool'>,
  count: number,
  busy: readonly number[],
): Promise<PageJob[]> {
  return pool.all(sql<PageJob>`
    update page_job j set tries = j.tries + 1, round = j.round + 1,
      due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where (j.realm_id, j.message_id) in (
      select realm_id, message_id from (
        select o.realm_id, o.message_id, row_number() over (partition by o.realm_id order by o.due_at) as place
        from (
          select realm_id, message_id, due_at from page_job
          where ${IS_DUE} and realm_id <> all(${[...busy]}::bigint[])
          order by due_at limit 1000 for update skip locked
        ) as o
      ) as ranked order by place limit ${count})
    returning j.realm_id, j.message_id, j.round`);
}

/** Ends a job, unless the message has been edited since its claim. */
export async function endPageJob(tx: Tx, { message_id, round }: PageJob): Promise<boolean> {
  const rows = await tx.all(sql`
    delete from page_job where realm_id = ${tx.realmId} and message_id = ${message_id} and round = ${round}
    returning message_id`);
  return rows.length > 0;
}

const KEPT_HOURS = 24;

/** Deletes jobs that were given up. */
export async function expirePageJobs({ pool }: World): Promise<void> {
  await pool.all(sql`delete from page_job where created_at < now() - make_interval(hours => ${KEPT_HOURS})`);
}
