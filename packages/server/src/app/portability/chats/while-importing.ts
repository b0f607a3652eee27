import type { Client } from 'pg';
import { withClient } from '../../../engine/db/with-client.ts';
import type { World } from '../../../http/world.ts';
import { CommandError } from '../../cli/explain.ts';

/** Held while messages of another chat are imported into an organization or taken back, so that one process writes. */
const CHAT_IMPORTS = 7_365_246;

/** Runs work while no other import of the organization does, on any node. `lock` is its connection. */
export function whileImporting<T>(
  { config }: Pick<World, 'config'>,
  realmId: number,
  work: (lock: Client) => Promise<T>,
): Promise<T> {
  return withClient(config.database.url, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock($1, hashint8($2)) as locked',
      [CHAT_IMPORTS, realmId],
    );
    if (rows[0]?.locked !== true) throw new ImportRunningError();
    return work(client);
  });
}

export class ImportRunningError extends CommandError {
  constructor() {
    super('Another import into this organization is running.');
  }
}
