import { randomBytes } from 'node:crypto';
import { nextIn, sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import type { Sealer } from '../../engine/secrets/seal.ts';

const SECRET_BYTES = 32;
/** Time during which the secret before a rotation stays valid. */
const OVERLAP_SECONDS = 86_400;

/** Creates the secret of a subscription; the one before expires, and older ones end. */
export async function addSecret(tx: Tx, sealer: Sealer, subscriptionId: number): Promise<string> {
  const { realmId } = tx;
  await tx.all(
    sql`delete from event_subscription_secret
      where realm_id = ${realmId} and subscription_id = ${subscriptionId} and expires_at is not null`,
  );
  await tx.all(
    sql`update event_subscription_secret set expires_at = now() + make_interval(secs => ${OVERLAP_SECONDS})
      where realm_id = ${realmId} and subscription_id = ${subscriptionId}`,
  );
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const id = await nextIn(tx, 'event_subscription_secret_id');
  const sealed = sealer.seal(placeOf('event_subscription_secret', { realm_id: realmId, id }), secret);
  await tx.all(
    sql`insert into event_subscription_secret (realm_id, id, subscription_id, sealed)
      values (${realmId}, ${id}, ${subscriptionId}, ${sealed})`,
  );
  return secret;
}

/** The valid secrets of a subscription, newest first. */
export async function secretsOf(
  reader: Reader,
  sealer: Sealer,
  realmId: number,
  subscriptionId: number,
): Promise<string[]> {
  const rows = await reader.all(
    sql<{ id: number; sealed: Buffer }>`
      select id, sealed from event_subscription_secret
      where realm_id = ${realmId} and subscription_id = ${subscriptionId}
        and (expires_at is null or expires_at > now())
      order by id desc`,
  );
  return rows.map(({ id, sealed }) =>
    sealer.open(placeOf('event_subscription_secret', { realm_id: realmId, id }), sealed),
  );
}
