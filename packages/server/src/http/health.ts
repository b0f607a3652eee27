import { sql } from '../db/sql.ts';
import type { Page } from './page.ts';

/** For balancers and people: is this node able to serve? */
export const health: Page = {
  path: '/health',
  handle: async (world) => {
    await world.pool.all(sql`select 1`);
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"result":"success","msg":""}\n',
    };
  },
};
