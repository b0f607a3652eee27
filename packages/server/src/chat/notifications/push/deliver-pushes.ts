import type { RawBuilder } from 'kysely';
import { sql } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import type { Outcome, ProtocolName } from './protocols/protocol.ts';
import { protocolsOf } from './protocols/protocols.ts';
import { fromTargets, sendTo, targetColumns, type PushTarget } from './targets.ts';

type Delivery = PushTarget & {
  readonly id: number;
  readonly message_id: number | null;
  readonly payload: string;
  readonly tries: number;
};

const BATCH_SIZE = 20;
const MAX_BATCHES_PER_RUN = 100;
/** Longer than one attempt can take, so that another node does not repeat it meanwhile. It doubles with every attempt. */
const FIRST_BACKOFF_SECONDS = 15;
const MAX_ATTEMPTS = 8;

/**
 * Sends due pushes, one after another to each device. Protocols do not wait for each other, so an outage of one service
 * delays its own devices only. Safe to run on several nodes concurrently.
 */
export async function deliverPushes(world: World): Promise<void> {
  await Promise.all(protocolsOf(world.config).map((protocol) => deliverBy(world, protocol)));
}

export function isPushDue({ config }: World): RawBuilder<boolean> {
  return sql`exists (
    select from push_delivery where protocol = any(${protocolsOf(config)}::text[]) and due_at <= now())`;
}

async function deliverBy(world: World, protocol: ProtocolName): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES_PER_RUN && !world.isDraining(); batch += 1) {
    const due = await claimDue(world, protocol);
    await Promise.all(due.map((delivery) => deliver(world, delivery)));
    if (due.length === 0) return;
  }
}

/** The oldest delivery of each device; organizations take turns. */
function claimDue({ pool }: World, protocol: ProtocolName): Promise<Delivery[]> {
  return pool.all(sql<Delivery>`
    update push_delivery d set tries = d.tries + 1,
      due_at = now() + make_interval(secs => ${FIRST_BACKOFF_SECONDS} * power(2, d.tries))
    from ${fromTargets}
    where (d.realm_id, d.id) in (
        select realm_id, id from (
          select o.realm_id, o.id, row_number() over (partition by o.realm_id order by o.due_at) as place
          from (
            select * from push_delivery o where o.protocol = ${protocol} and o.due_at <= now() and not exists (
              select from push_delivery e
              where e.realm_id = o.realm_id and e.subscription_id = o.subscription_id and e.id < o.id
            ) order by o.due_at limit 1000 for update skip locked
          ) as o
        ) as ranked order by place limit ${BATCH_SIZE})
      and s.realm_id = d.realm_id and s.id = d.subscription_id
    returning d.id, d.message_id, d.payload, d.tries, ${targetColumns}`);
}

async function deliver(world: World, delivery: Delivery): Promise<void> {
  const outcome = await attempt(world, delivery);
  world.metrics.pushed(delivery.protocol, outcome);
  switch (outcome) {
    case 'sent':
    case 'refused':
      await remove(world, delivery);
      break;
    case 'gone':
      break;
    case 'misconfigured':
    case 'unavailable':
    case 'unreachable':
      if (delivery.tries >= MAX_ATTEMPTS) await remove(world, delivery);
      break;
  }
  const { realm_id: realm, subscription_id: device, protocol } = delivery;
  if (outcome === 'misconfigured')
    world.log.warn({ protocol }, 'the push service does not accept the key of this server');
  else if (outcome !== 'sent') world.log.info({ realm, device, protocol, outcome }, 'push not sent');
}

async function attempt(world: World, delivery: Delivery): Promise<Outcome> {
  const { payload, message_id: messageId } = delivery;
  try {
    return await sendTo(world, delivery, { payload, messageId, isRemoval: messageId === null });
  } catch (error) {
    world.warn(error, 'send pushes', 'push failed, will retry');
    return 'unavailable';
  }
}

function remove({ pool }: World, { realm_id, id }: Delivery): Promise<unknown> {
  return pool.all(sql`delete from push_delivery where realm_id = ${realm_id} and id = ${id}`);
}
