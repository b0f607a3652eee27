import { q, sql } from '../../../engine/db/sql.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { UserRow } from '../../../http/actor.ts';
import { queueEmail } from '../../../http/mail/queue-email.ts';
import type { World } from '../../../http/world.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import { settingsOf } from '../../../organization/settings/user-settings.ts';
import { quietUntil } from '@parley/contract/quiet-hours.ts';
import { busyTopics, type BusyTopic } from './busy-topics.ts';
import { composeDigest } from './compose-digest.ts';
import { describeDigest } from './describe-digest.ts';

const MAX_USERS_PER_ROUND = 100;

/** Sends the digests of organizations whose weekday it is. Safe to run on several nodes concurrently. */
export async function sendDigests(world: World): Promise<void> {
  if (world.mailer === undefined) return;
  const { weekday, time } = await today(world);
  for (const realm of await realmsWithDigests(world, weekday)) await sendDigestsOf(world, realm.id, time);
}

/** The topics are read once for all users, and not without any. */
async function sendDigestsOf(world: World, realmId: number, time: Date): Promise<void> {
  let topics: readonly BusyTopic[] | undefined;
  for (let after = 0; !world.isDraining();) {
    const users = await usersAway(world, realmId, after);
    for (const user of users.filter((one) => !isQuiet(one, time))) {
      topics ??= await busyTopics(world.pool, realmId);
      await sendOrSkip(world, user, topics);
    }
    after = users.at(-1)?.id ?? 0;
    if (users.length < MAX_USERS_PER_ROUND) return;
  }
}

type Today = { readonly weekday: number; readonly time: Date };

/** Weekdays and weeks are those of UTC; 0 is Monday. */
async function today({ pool }: World): Promise<Today> {
  const row = await pool.first(
    sql<Today>`select extract(isodow from now() at time zone 'UTC')::int - 1 as weekday, now() as time`,
  );
  return row ?? { weekday: -1, time: new Date(0) };
}

const THIS_WEEK = sql<Date>`date_trunc('week', now() at time zone 'UTC')::date`;

async function realmsWithDigests({ pool }: World, weekday: number): Promise<RealmRow[]> {
  const realms = await pool.all(
    q
      .selectFrom('realm')
      .selectAll()
      .where('deactivated_at', 'is', null)
      .where(sql<boolean>`settings ? 'digest_emails_enabled'`)
      .orderBy('id'),
  );
  return realms.filter((realm) => {
    const { digest_emails_enabled, digest_weekday } = realmSettingsOf(realm);
    return digest_emails_enabled && digest_weekday === weekday;
  });
}

/** Users without any activity for this long get a digest. */
const AWAY_DAYS = 5;

/** The next users who get a digest and have none of this week. */
function usersAway({ pool }: World, realmId: number, after: number): Promise<UserRow[]> {
  const since = sql`now() - make_interval(days => ${AWAY_DAYS})`;
  return pool.all(sql<UserRow>`
    select u.* from realm_user u
    where u.realm_id = ${realmId} and u.id > ${after} and u.is_active and u.bot_type is null
      and not u.is_imported_stub and not u.awaits_first_login and u.date_joined < ${since}
      and not u.settings @> '{"enable_digest_emails": false}'
      and not exists (select from presence p
        where p.realm_id = u.realm_id and p.user_id = u.id and greatest(p.active_at, p.idle_at) > ${since})
      and not exists (select from event_queue e
        where e.realm_id = u.realm_id and e.user_id = u.id and e.last_seen > ${since})
      and not exists (select from digest d
        where d.realm_id = u.realm_id and d.user_id = u.id and d.week >= ${THIS_WEEK})
    order by u.id limit ${MAX_USERS_PER_ROUND}`);
}

function isQuiet(user: UserRow, time: Date): boolean {
  return quietUntil(settingsOf(user), time) !== undefined;
}

/** A digest that fails is tried again by the next run, and delays no other user. */
async function sendOrSkip(
  world: World,
  { realm_id, id }: UserRow,
  topics: readonly BusyTopic[],
): Promise<void> {
  try {
    await world.write(realm_id, (tx) => sendDigest(tx, world, id, topics));
  } catch (error) {
    world.warn(error, 'gather digests', 'digest failed, will retry', { realm: realm_id, user: id });
  }
}

/** Records the week and queues the digest in one transaction, so that it is sent once. */
async function sendDigest(tx: Tx, world: World, userId: number, topics: readonly BusyTopic[]): Promise<void> {
  const taken = await tx.first(sql`
    insert into digest (realm_id, user_id, week) values (${tx.realmId}, ${userId}, ${THIS_WEEK})
    on conflict (realm_id, user_id) do update set week = excluded.week where digest.week < excluded.week
    returning 1`);
  if (taken === undefined) return;
  const digest = await describeDigest(tx, world, userId, topics);
  if (digest !== undefined) await queueEmail(tx, world, 'digest', composeDigest(digest));
}
