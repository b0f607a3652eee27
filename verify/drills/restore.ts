import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SETTINGS } from '@parley/server/app/backup/manifest.ts';
import {
  createTestDatabase,
  DATABASE_OWNER,
  runOnServer,
  urlOfDatabase,
} from '@parley/test-support/database.ts';
import { startOwnPostgres } from '@parley/test-support/own-postgres.ts';
import { check, type Steps } from '../packages/steps.ts';
import { compare, startLoad } from './load.ts';
import type { OwnDirectory } from './own-directory.ts';
import { installServer, logInAsOwner, makeOwner, openQueue, type Server } from './server.ts';

const LOAD_MS = 3_000;

/** A backup of a server under load, and a drill with it beside the server. */
export async function drillRestore({ step }: Steps, directory: OwnDirectory): Promise<void> {
  const postgres = await startOwnPostgres({ under: directory.path });
  const servers: Server[] = [];
  try {
    const { url } = await createTestDatabase(postgres.url);
    const server = await installServer(url, path.join(directory.path, 'server'));
    servers.push(server);
    await makeOwner(server);
    await server.start();
    const owner = await logInAsOwner(server);
    const queue = await openQueue(owner);
    const load = startLoad(owner, 'restore');
    await pause(LOAD_MS);
    let before = 0;
    let backup = '';
    await step('parley backup, while messages are sent', async () => {
      before = load.acknowledged.length;
      const said = await server.parley('backup', path.join(directory.path, 'backups'), '--json');
      backup = String((JSON.parse(said) as { directory?: string }).directory);
      return `${before} messages were acknowledged before it began`;
    });
    await step('parley restore --check', async () => {
      check(
        (await server.parley('restore', backup, '--check')).includes('complete'),
        'the backup is not complete',
      );
      const settings = await readFile(path.join(backup, SETTINGS), 'utf8');
      check(!settings.includes(server.secret), 'the secret is in the backup');
      return undefined;
    });
    await step('parley restore into a database that is used is refused', async () => {
      const refused = await server.parley('restore', backup).catch(String);
      check(refused.includes('is not empty'), refused);
      return undefined;
    });
    await runOnServer(`create database drill owner ${DATABASE_OWNER} template template0`, postgres.url);
    const copy = await installServer(
      urlOfDatabase('drill', postgres.url),
      path.join(directory.path, 'copy'),
      server.secret,
    );
    servers.push(copy);
    await step('parley restore --harmless, into another database and directory', async () => {
      await copy.parley('restore', backup, '--harmless');
      const { lost, doubled } = await compare(copy, load.acknowledged.slice(0, before));
      check(
        lost.length === 0 && doubled === 0,
        `${lost.length} messages are missing, ${doubled} are twice there`,
      );
      return `0 of ${before} messages are missing`;
    });
    await step('parley migrate, files check, serve', async () => {
      await copy.parley('migrate');
      await copy.parley('files', 'check');
      await copy.start();
      const there = await logInAsOwner(copy);
      check(
        (await there.post('/messages', { type: 'direct', to: `[${there.id}]`, content: 'a drill' })).ok,
        'no send',
      );
      check((await queue(there)) === 'BAD_EVENT_QUEUE_ID', 'the queue of the original goes on in the copy');
      return 'clients of the original must register again there: a new epoch';
    });
    await step('the original goes on', async () => {
      await load.next();
      check((await queue()) === undefined, 'its queue ended');
      await load.stop();
      const { lost } = await compare(server, load.acknowledged);
      check(lost.length === 0, `${lost.length} messages are missing`);
      return `0 of ${load.acknowledged.length} messages are missing`;
    });
  } finally {
    for (const server of servers) await server.stop();
    await postgres.remove();
  }
}
