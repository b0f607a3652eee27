import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';
import type { Email } from '../../engine/mail/email.ts';
import { Undeliverable, type Mailer } from '../../engine/mail/mailer.ts';

type Due = { realm_id: number; id: number; kind: string; sealed: Buffer; tries: number };

/** As many as there are connections to the mail server. */
const AT_ONCE = 3;
/** Of one run; the next one follows within a second. */
const ROUNDS = 20;

/** The pause after the first try. It is longer than a try can take, and doubles up to an hour. */
const FIRST_PAUSE_SECONDS = 120;
const LONGEST_PAUSE_SECONDS = 3_600;

/** Sends what is due. Any number of nodes may do that at once. */
export async function sendDueMail(world: World): Promise<void> {
  const { mailer } = world;
  if (mailer === undefined) return;
  for (let round = 0; round < ROUNDS && !world.isDraining(); round += 1) {
    const due = await takeDue(world);
    const taken = await Promise.all(due.map((mail) => sendOne(world, mailer, mail)));
    // When the mail server takes nothing at all, the others need not be tried now.
    if (!taken.includes(true)) return;
  }
}

function takeDue({ pool }: World): Promise<Due[]> {
  return pool.all(
    sql<Due>`update mail
        set tries = tries + 1, next_try_at = now() + make_interval(
          secs => least(${FIRST_PAUSE_SECONDS} * power(2, least(tries, 10)), ${LONGEST_PAUSE_SECONDS}))
        where (realm_id, id) in (
          select realm_id, id from mail where next_try_at <= now() and expires_at > now()
          order by next_try_at limit ${AT_ONCE} for update skip locked)
        returning realm_id, id, kind, sealed, tries`,
  );
}

async function sendOne(world: World, mailer: Mailer, mail: Due): Promise<boolean> {
  const about = { realm: mail.realm_id, mail: mail.id, kind: mail.kind };
  try {
    const email = JSON.parse(world.sealer.open(mail.sealed)) as Email;
    await mailer.send(email, world.sealer.fingerprint('mail', `${mail.realm_id}:${mail.id}`).slice(0, 32));
    await remove(world, mail);
    world.metrics.mailed('sent');
    return true;
  } catch (error) {
    const isFinal = error instanceof Undeliverable;
    world.metrics.mailed(isFinal ? 'refused' : 'failed');
    world.log.warn({ err: error, ...about, tries: mail.tries }, isFinal ? 'mail was refused' : 'mail waits');
    if (isFinal) await remove(world, mail);
    else await note(world, mail, error);
    return isFinal;
  }
}

function remove({ pool }: World, { realm_id, id }: Due): Promise<unknown> {
  return pool.all(sql`delete from mail where realm_id = ${realm_id} and id = ${id}`);
}

const REASON_LENGTH = 500;

function note({ pool }: World, { realm_id, id }: Due, error: unknown): Promise<unknown> {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH);
  return pool.all(sql`update mail set last_error = ${reason} where realm_id = ${realm_id} and id = ${id}`);
}
