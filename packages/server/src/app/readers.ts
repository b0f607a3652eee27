import { eventSubscriptionReader } from '../chat/event-subscriptions/deliver.ts';
import { eventSubscriptionsReader } from '../chat/event-subscriptions/reader.ts';
import { flagsOfUsers } from '../chat/messages/flags-of-users.ts';
import { outgoingBotReader } from '../chat/outgoing-webhooks/deliver.ts';
import { outgoingWebhooksReader } from '../chat/outgoing-webhooks/reader.ts';
import { notifyReader } from '../chat/notifications/reader/notify-reader.ts';
import type { OrganizationReader, RecipientReader } from '../delivery/readers/kinds.ts';
import { ReaderRunner } from '../delivery/readers/runner.ts';
import { createEventAdapter } from './event-adapters.ts';
import { createQueueStore } from '../delivery/store.ts';
import type { World } from '../http/world.ts';

/** Readers of each organization's log. Their effects are in PostgreSQL. */
function organizationReadersOf(world: World): OrganizationReader[] {
  return [notifyReader(world), outgoingWebhooksReader, eventSubscriptionsReader];
}

/** Readers that deliver to recipients outside of PostgreSQL. */
function recipientReadersOf(world: World): readonly RecipientReader[] {
  const { pool } = world;
  const adapter = createEventAdapter((realmId, messageId, userIds) =>
    flagsOfUsers(pool, realmId, messageId, userIds),
  );
  return [
    outgoingBotReader(world),
    eventSubscriptionReader({ world, adapter, queues: createQueueStore(pool) }),
  ];
}

export function startReaders(world: World): ReaderRunner {
  const { pool, write, onWakeUp, clock, random, metrics } = world;
  return new ReaderRunner({
    pool,
    write,
    onWakeUp,
    clock,
    random,
    organizations: organizationReadersOf(world),
    recipients: recipientReadersOf(world),
    warn: (error) => {
      world.warn(error, 'readers of the log', 'readers of the log failed, will retry');
    },
    onFailure: ({ realmId, kind, id }, error) => {
      world.warn(error, `reader ${kind} ${realmId}/${id}`, 'a reader of the log failed, will retry', {
        realm: realmId,
        kind,
        reader: id,
      });
      metrics.readerFailed(kind);
    },
  });
}
