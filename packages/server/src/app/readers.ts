import type { OrganizationReader, RecipientReader } from '../delivery/readers/kinds.ts';
import { ReaderRunner } from '../delivery/readers/runner.ts';
import type { World } from '../http/world.ts';

/** Readers of each organization's log. Their effects are in PostgreSQL. */
function organizationReadersOf(_world: World): OrganizationReader[] {
  return [];
}

/** Readers that deliver to recipients outside of PostgreSQL. */
function recipientReadersOf(_world: World): RecipientReader[] {
  return [];
}

export function startReaders(world: World): ReaderRunner {
  const { pool, write, onWakeUp, clock, random, log, metrics } = world;
  return new ReaderRunner({
    pool,
    write,
    onWakeUp,
    clock,
    random,
    organizations: organizationReadersOf(world),
    recipients: recipientReadersOf(world),
    warn: (error) => {
      log.warn({ err: error }, 'readers of the log failed, will retry');
    },
    onFailure: ({ realmId, kind, id }, error) => {
      log.warn({ err: error, realm: realmId, kind, reader: id }, 'a reader of the log failed, will retry');
      metrics.readerFailed(kind);
    },
  });
}
