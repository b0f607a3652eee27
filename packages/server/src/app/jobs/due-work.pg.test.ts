import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { sql } from '../../engine/db/sql.ts';
import { createLook, type DueJob } from './due-work.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.server.world.pool.all(sql`create table work (name text)`);
});
afterAll(() => server.stop());

/** A job whose work is rows of a table, and that ends when the test says so. */
function jobOn(name: string): DueJob & { readonly end: () => void; readonly runs: () => number } {
  let runs = 0;
  let end = (): void => {};
  return {
    name,
    isDue: () => sql`exists (select from work where name = ${name})`,
    run: async () => {
      runs += 1;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    },
    end: () => {
      end();
    },
    runs: () => runs,
  };
}

test('one statement finds the jobs that have work, and a running job is not started again', async () => {
  const { world } = server.server;
  const [mail, push] = [jobOn('mail'), jobOn('push')];
  const ended: string[] = [];
  const run = async (job: DueJob): Promise<void> => {
    await job.run(world);
    ended.push(job.name);
  };
  let statements = 0;
  const pool = {
    ...world.pool,
    all: (...query: Parameters<typeof world.pool.all>) => {
      statements += 1;
      return world.pool.all(...query);
    },
  } as typeof world.pool;
  const look = createLook({ ...world, pool }, [mail, push], {
    run,
    warn: () => (error) => {
      throw error;
    },
  });

  await look();
  expect([mail.runs(), push.runs()]).toEqual([0, 0]);
  await expect.poll(() => ended).toEqual(['mail', 'push']);

  await world.pool.all(sql`insert into work values ('push')`);
  await look();
  await look();
  expect([mail.runs(), push.runs()]).toEqual([0, 1]);
  push.end();
  await expect.poll(() => ended.filter((name) => name === 'push')).toHaveLength(2);
  await look();
  expect(push.runs()).toBe(2);
  push.end();
  expect(statements).toBe(4);
});
