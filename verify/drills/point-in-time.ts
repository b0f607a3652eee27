import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDatabase, runOnServer } from '@parley/test-support/database.ts';
import { startOwnPostgres, type OwnPostgres } from '@parley/test-support/own-postgres.ts';
import { check, type Steps } from '../packages/steps.ts';
import { compare, startLoad } from './load.ts';
import type { OwnDirectory } from './own-directory.ts';
import { installServer, logInAsOwner, makeOwner, openQueue } from './server.ts';

const LOAD_MS = 2_000;

/** A table is dropped under load, and pgBackRest returns to the moment before. */
export async function drillPointInTime({ step }: Steps, directory: OwnDirectory): Promise<void> {
  const postgres = await startOwnPostgres({
    under: directory.path,
    settings: { archive_mode: 'on', wal_level: 'replica', archive_timeout: 60 },
  });
  const { url } = await createTestDatabase(postgres.url);
  const server = await installServer(url, path.join(directory.path, 'server'));
  try {
    const pgbackrest = await configure(directory, postgres);
    await makeOwner(server);
    await server.start();
    const owner = await logInAsOwner(server);
    const queue = await openQueue(owner);
    const load = startLoad(owner, 'point');
    await step('pgbackrest backup, while messages are sent', async () => {
      await pgbackrest('stanza-create');
      await pgbackrest('--type=full', 'backup');
      return undefined;
    });
    await pause(LOAD_MS);
    let kept = 0;
    let target = '';
    await step('a mistake: a table is dropped', async () => {
      kept = load.acknowledged.length;
      [target] = (await server.select('select clock_timestamp()::text')) as [string];
      await pause(LOAD_MS);
      await runOnServer('drop table message cascade', onDatabase(postgres, url));
      await load.stop();
      return `${load.acknowledged.length} messages were acknowledged until then, ${kept} before the target`;
    });
    await step('nodes and PostgreSQL stop; what was not archived is', async () => {
      await server.stop();
      await pgbackrest('check');
      await postgres.stop();
      return undefined;
    });
    await step('pgbackrest restore --type=time', async () => {
      await pgbackrest('--delta', '--type=time', `--target=${target}`, '--target-action=promote', 'restore');
      await postgres.start();
      while ((await server.select('select pg_is_in_recovery()'))[0] === true) await pause(100);
      return target;
    });
    const epoch = Number((await server.select('select number from epoch'))[0]);
    await step('parley serve, parley doctor', async () => {
      await server.start();
      await server.parley('doctor');
      return undefined;
    });
    await step('nothing before the target is lost, and an epoch begins', async () => {
      const { lost, doubled } = await compare(server, load.acknowledged.slice(0, kept));
      check(
        lost.length === 0 && doubled === 0,
        `${lost.length} messages are missing, ${doubled} are twice there`,
      );
      check(
        Number((await server.select('select max(number) from epoch'))[0]) === epoch + 1,
        'no epoch began',
      );
      check((await queue()) === 'BAD_EVENT_QUEUE_ID', 'a queue of the lost history goes on');
      const later = (await compare(server, load.acknowledged)).lost.length;
      return `0 of ${kept} lost; of the ${load.acknowledged.length - kept} after it, ${later}, as must be`;
    });
    await step('messages are sent again', async () => {
      const again = startLoad(owner, 'again');
      await again.next();
      await again.stop();
      return undefined;
    });
  } finally {
    await server.stop();
    await postgres.remove();
  }
}

/** The database as the user of the server, who may do everything. */
function onDatabase({ url }: OwnPostgres, databaseUrl: string): string {
  return new URL(new URL(databaseUrl).pathname, url).href;
}

/** Archives to a repository of its own; the result runs pgbackrest as PostgreSQL's account. */
async function configure(directory: OwnDirectory, { url, port }: OwnPostgres) {
  const [data] = (await runOnServer("select current_setting('data_directory') as data", url)) as [
    { data: string },
  ];
  const file = path.join(directory.path, 'pgbackrest.conf');
  const settings = `[global]
repo1-path=${directory.make('repository')}
log-path=${directory.make('log')}
lock-path=${directory.make('lock')}
spool-path=${directory.make('spool')}
log-level-console=warn
start-fast=y
[parley]
pg1-path=${data.data}
pg1-port=${port}
pg1-socket-path=${path.dirname(data.data)}
pg1-user=postgres
`;
  writeFileSync(file, settings);
  const options = [`--config=${file}`, '--stanza=parley'];
  const archive = `pgbackrest ${options.join(' ')} archive-push %p`;
  await runOnServer(`alter system set archive_command = '${archive}'`, url);
  await runOnServer('select pg_reload_conf()', url);
  return (...args: readonly string[]) => directory.run('pgbackrest', ...options, ...args);
}
