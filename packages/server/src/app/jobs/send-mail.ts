import type { RawBuilder } from 'kysely';
import { sql } from '../../engine/db/sql.ts';
import { errorText } from '../../engine/error-text.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import type { World } from '../../http/world.ts';
import type { Email } from '../../engine/mail/email.ts';
import { UndeliverableError, type Mailer } from '../../engine/mail/mailer.ts';

type Due = { realm_id: number; id: number; kind: string; sealed: Buffer; tries: number };

/** Equal to the number of connections to the mail server. */
const BATCH_SIZE = 3;
const MAX_BATCHES_PER_RUN = 20;

/** The backoff is longer than one attempt can take, so that another node does not retry it meanwhile. It doubles up to an hour. */
const FIRST_BACKOFF_SECONDS = 120;
const MAX_BACKOFF_SECONDS = 3_600;

/** Sends due e-mails in batches. Safe to run on several nodes concurrently. */
export async function sendDueMail(world: World): Promise<void> {
  const { mailer } = world;
  if (mailer === undefined) return;
  for (let batch = 0; batch < MAX_BATCHES_PER_RUN && !world.isDraining(); batch += 1) {
    const due = await claimDue(world);
    const settled = await Promise.all(due.map((mail) => sendOne(world, mailer, mail)));
    // A batch without a single success means that the mail server is unavailable or nothing is due.
    if (!settled.includes(true)) return;
  }
}

export function isMailDue({ mailer }: World): RawBuilder<boolean> {
  return mailer === undefined ? sql`false` : sql`exists (select from mail where next_try_at <= now())`;
}

/** Deletes e-mails that could not be delivered in time. */
export function expireMail({ pool }: World): Promise<unknown> {
  return pool.all(sql`delete from mail where expires_at < now()`);
}

/**
 * Organizations take turns: each with due e-mail has the same chance of a place in the batch. They are found by jumping
 * from one to the next, and only if any e-mail is due, so that e-mails which wait cost nothing.
 */
function claimDue({ pool }: World): Promise<Due[]> {
  return pool.all(
    sql<Due>`update mail
        set tries = tries + 1, next_try_at = now() + make_interval(
          secs => least(${FIRST_BACKOFF_SECONDS} * power(2, least(tries, 10)), ${MAX_BACKOFF_SECONDS}))
        where (realm_id, id) in (
          with recursive owner (realm_id) as (
            (select realm_id from mail
              where exists (select from mail where next_try_at <= now())
              order by realm_id limit 1)
            union all
            select (select m.realm_id from mail m where m.realm_id > o.realm_id order by m.realm_id limit 1)
              from owner o where o.realm_id is not null
          ), waiting as materialized (
            select realm_id from owner where exists (
              select from mail m
              where m.realm_id = owner.realm_id and m.next_try_at <= now() and m.expires_at > now())
          ), candidate as materialized (
            select first.* from (select * from waiting order by random() limit ${BATCH_SIZE}) as drawn
            cross join lateral (
              select realm_id, id, next_try_at from mail
              where realm_id = drawn.realm_id and next_try_at <= now() and expires_at > now()
              order by next_try_at limit ${BATCH_SIZE} for update skip locked
            ) as first
          )
          select realm_id, id from (
            select *, row_number() over (partition by realm_id order by next_try_at) as place from candidate
          ) as ranked
          order by place limit ${BATCH_SIZE})
        returning realm_id, id, kind, sealed, tries`,
    'claim-mail',
  );
}

/** Returns whether the e-mail is settled: sent, or permanently rejected. */
async function sendOne(world: World, mailer: Mailer, mail: Due): Promise<boolean> {
  const fields = { realm: mail.realm_id, mail: mail.id, kind: mail.kind };
  try {
    const email = JSON.parse(world.sealer.open(placeOf('mail', mail), mail.sealed)) as Email;
    await mailer.send(email, world.sealer.fingerprint('mail', `${mail.realm_id}:${mail.id}`).slice(0, 32));
    await remove(world, mail);
    world.metrics.mailed('sent');
    return true;
  } catch (error) {
    const isFinal = error instanceof UndeliverableError;
    world.metrics.mailed(isFinal ? 'refused' : 'failed');
    world.warn(errorText(error), 'send e-mail', isFinal ? 'e-mail rejected' : 'e-mail failed, will retry', {
      ...fields,
      tries: mail.tries,
    });
    if (isFinal) await remove(world, mail);
    else await saveError(world, mail, error);
    return isFinal;
  }
}

function remove({ pool }: World, { realm_id, id }: Due): Promise<unknown> {
  return pool.all(sql`delete from mail where realm_id = ${realm_id} and id = ${id}`);
}

function saveError({ pool }: World, { realm_id, id }: Due, error: unknown): Promise<unknown> {
  return pool.all(
    sql`update mail set last_error = ${errorText(error)} where realm_id = ${realm_id} and id = ${id}`,
  );
}
