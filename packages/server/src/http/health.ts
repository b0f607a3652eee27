import { sql } from '../engine/db/sql.ts';
import { ApiError } from '../engine/api-error.ts';
import type { World } from './world.ts';
import type { Page } from './page.ts';

/** A balancer does not wait long for an answer, and should hear it from us rather than conclude it from silence. */
const LIMIT_MS = 4_000;

/** For balancers and users: is this node able to serve? */
export const health: Page = {
  path: '/health',
  handle: async (world) => {
    if (world.isDraining() || world.isClosing())
      throw new ApiError('UNAVAILABLE', 'This node is about to end.');
    await askDatabase(world);
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"result":"success","msg":""}\n',
    };
  },
};

/** Slow is not away: what others were answered meanwhile counts as well, or a storm would take node after node out. */
async function askDatabase(world: World): Promise<void> {
  const before = world.pool.answered;
  try {
    await askWithinLimit(world);
  } catch (error) {
    if (world.pool.answered === before) throw error;
  }
}

function askWithinLimit({ pool, clock }: World): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(LIMIT_MS, () => {
      reject(new ApiError('UNAVAILABLE', 'The database does not answer.'));
    });
    pool
      .all(sql`select 1`)
      .then(resolve, reject)
      .finally(cancel);
  });
}
