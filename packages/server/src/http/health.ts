import { sql } from '../engine/db/sql.ts';
import { ApiError } from '../engine/api-error.ts';
import type { World } from './world.ts';
import { networkOf } from './network.ts';
import type { Page } from './page.ts';

/** Shorter than the timeout of load balancers, so that they receive an error rather than none. */
const QUERY_TIMEOUT_MS = 4_000;

/** Health check for load balancers and operators. */
export const health: Page = {
  path: '/health',
  limit: 'none',
  handle: async (world, { address }) => {
    if (world.isDraining() || world.isClosing())
      throw new ApiError('UNAVAILABLE', 'This node is shutting down.');
    await checkDatabase(world);
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: `${JSON.stringify({ result: 'success', msg: '', ...remarksFor(world, address) })}\n`,
    };
  },
};

/** Remarks for `parley doctor` on the same machine. */
function remarksFor({ proxies }: World, address: string): { untrusted_proxy?: string } {
  const untrusted = proxies.untrusted();
  const isLocal = networkOf(address).startsWith('127.') || address === '::1';
  return isLocal && untrusted !== undefined ? { untrusted_proxy: untrusted } : {};
}

/** A slow database is not unavailable: queries answered for other requests count too, or a load peak would take out every node. */
async function checkDatabase(world: World): Promise<void> {
  const before = world.pool.answered;
  try {
    await queryWithTimeout(world);
  } catch (error) {
    if (world.pool.answered === before) throw error;
  }
}

function queryWithTimeout({ pool, clock }: World): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(QUERY_TIMEOUT_MS, () => {
      reject(new ApiError('UNAVAILABLE', 'The database did not respond in time.'));
    });
    pool
      .all(sql`select 1`)
      .then(resolve, reject)
      .finally(cancel);
  });
}
