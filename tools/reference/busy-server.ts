import { operations as api } from '@parley/contract/endpoints.ts';
import { systemClock, type Clock } from '@parley/server/engine/clock.ts';
import type { Config } from '@parley/server/engine/config.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { startTestServer } from '@parley/test-support/harness.ts';
import { startOwnPostgres } from '@parley/test-support/own-postgres.ts';
import { plainPerformer } from './perform.ts';
import { openRecorder, type Draft } from './recorder.ts';

/** Waiting takes a fiftieth of the time, so that a quiet minute need not be waited out. */
const hasty: Clock = { ...systemClock, after: (ms, callback) => systemClock.after(ms / 50, callback) };

/** Responses that no example of an operation has. */
export type BusyRecording = Pick<Draft, 'events' | 'errors'>;

/** Records responses of an overloaded server, and of a queue in which nothing happens. */
export async function recordBusyServer(atHome: (config: Config) => Config): Promise<BusyRecording> {
  const postgres = await startOwnPostgres();
  const limited = (config: Config): Config => ({ ...atHome(config), rateLimits: true });
  const server = await startTestServer(limited, postgres.url, { clock: hasty });
  try {
    const { stage, recorded } = await openRecorder(server, plainPerformer(server.url));
    const { prepare, refuse, amara } = stage;
    const { queue_id, last_event_id } = await prepare(api.registerQueue, amara, {
      event_types: ['alert_words'],
      fetch_event_types: [],
    });
    const quiet = await prepare(api.getEvents, amara, { queue_id, last_event_id });
    const [heartbeat] = quiet.events;
    if (heartbeat?.type !== 'heartbeat') throw new Error('There was no heartbeat.');

    await server.server.world.write(server.realmId, (tx) =>
      tx.all(sql`update realm_user set rate_limits = '60:1' where id = ${amara.id}`),
    );
    await prepare(api.getOwnUser, amara, {});
    await refuse('RATE_LIMIT_HIT', api.getOwnUser, amara, {});
    await postgres.stop();
    await refuse('UNAVAILABLE', api.getOwnUser, stage.jonas, {});
    return { events: { heartbeat: { ...heartbeat } }, errors: recorded.errors };
  } finally {
    await postgres.start();
    await server.stop();
    await postgres.remove();
  }
}
