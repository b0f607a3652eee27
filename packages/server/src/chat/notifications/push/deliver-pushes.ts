import { sql } from '../../../engine/db/sql.ts';
import { urlOf } from '../../../engine/hosts.ts';
import { OutboundError } from '../../../engine/outbound/outbound.ts';
import { placeOf } from '../../../engine/secrets/places.ts';
import type { World } from '../../../http/world.ts';
import { encryptPush } from './encryption.ts';
import type { WebPushDevice } from './subscriptions.ts';
import { vapidAuthorization, vapidKeyOf } from './vapid.ts';

type Delivery = {
  readonly realm_id: number;
  readonly id: number;
  readonly subscription_id: number;
  readonly message_id: number | null;
  readonly payload: string;
  readonly tries: number;
  readonly sealed: Buffer;
  readonly subdomain: string;
};

const BATCH_SIZE = 20;
const MAX_BATCHES_PER_RUN = 100;
/** Longer than one attempt can take, so that another node does not repeat it meanwhile. It doubles with every attempt. */
const FIRST_BACKOFF_SECONDS = 15;
const MAX_ATTEMPTS = 8;

/** Sends due pushes, one after another to each device. Safe to run on several nodes concurrently. */
export async function deliverPushes(world: World): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES_PER_RUN && !world.isDraining(); batch += 1) {
    const due = await claimDue(world);
    await Promise.all(due.map((delivery) => deliver(world, delivery)));
    if (due.length === 0) return;
  }
}

/** The oldest delivery of each device; organizations take turns. */
function claimDue({ pool }: World): Promise<Delivery[]> {
  return pool.all(sql<Delivery>`
    update push_delivery d set tries = d.tries + 1,
      due_at = now() + make_interval(secs => ${FIRST_BACKOFF_SECONDS} * power(2, d.tries))
    from push_subscription s, realm r
    where (d.realm_id, d.id) in (
        select realm_id, id from (
          select o.realm_id, o.id, row_number() over (partition by o.realm_id order by o.due_at) as place
          from (
            select * from push_delivery o where o.due_at <= now() and not exists (
              select from push_delivery e
              where e.realm_id = o.realm_id and e.subscription_id = o.subscription_id and e.id < o.id
            ) order by o.due_at limit 1000 for update skip locked
          ) as o
        ) as ranked order by place limit ${BATCH_SIZE})
      and s.realm_id = d.realm_id and s.id = d.subscription_id and r.id = d.realm_id
    returning d.realm_id, d.id, d.subscription_id, d.message_id, d.payload, d.tries, s.sealed, r.subdomain`);
}

type Outcome = 'sent' | 'gone' | 'refused' | 'failed';

async function deliver(world: World, delivery: Delivery): Promise<void> {
  const outcome = await send(world, delivery);
  switch (outcome) {
    case 'sent':
    case 'refused':
      await remove(world, delivery);
      break;
    case 'gone':
      await removeSubscriptionOf(world, delivery);
      break;
    case 'failed':
      if (delivery.tries >= MAX_ATTEMPTS) await remove(world, delivery);
      break;
  }
  if (outcome !== 'sent')
    world.log.info({ realm: delivery.realm_id, device: delivery.subscription_id, outcome }, 'push not sent');
}

async function send(world: World, delivery: Delivery): Promise<Outcome> {
  try {
    const { status } = await world.outbound.post(await requestOf(world, delivery));
    return outcomeOf(status);
  } catch (error) {
    if (!(error instanceof OutboundError)) world.log.warn({ err: error }, 'push failed, will retry');
    return error instanceof OutboundError && error.failure === 'refused' ? 'gone' : 'failed';
  }
}

/** The push service no longer knows the device, refuses the push for good, or may accept it later. */
function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'failed' : 'refused';
}

/** Time for which the push service keeps a push for a device that is offline. */
const TTL_SECONDS = 86_400;

async function requestOf({ pool, sealer, clock, config }: World, delivery: Delivery) {
  const place = placeOf('push_subscription', { realm_id: delivery.realm_id, id: delivery.subscription_id });
  const device = JSON.parse(sealer.open(place, delivery.sealed)) as WebPushDevice;
  const key = await vapidKeyOf(pool, sealer, delivery.realm_id);
  const keys = {
    p256dh: Buffer.from(device.p256dh, 'base64url'),
    auth: Buffer.from(device.auth, 'base64url'),
  };
  const contact = urlOf(config.hosts, delivery.subdomain);
  return {
    url: device.endpoint,
    headers: {
      Authorization: vapidAuthorization(key, device.endpoint, contact, clock.now()),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(TTL_SECONDS),
      Urgency: delivery.message_id === null ? 'normal' : 'high',
      // A push that is sent again replaces the first one at the push service.
      ...(delivery.message_id === null ? {} : { Topic: `m${delivery.message_id}` }),
    },
    body: encryptPush(Buffer.from(delivery.payload), keys),
  };
}

function remove({ pool }: World, { realm_id, id }: Delivery): Promise<unknown> {
  return pool.all(sql`delete from push_delivery where realm_id = ${realm_id} and id = ${id}`);
}

function removeSubscriptionOf({ pool }: World, { realm_id, subscription_id }: Delivery): Promise<unknown> {
  return pool.all(sql`
    delete from push_subscription where realm_id = ${realm_id} and id = ${subscription_id}`);
}
