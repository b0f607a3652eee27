import { readdir, readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { operations } from '@parley/contract/endpoints.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { expireImports } from '@parley/server/app/portability/imports/expire-imports.ts';
import { exportRealm } from '@parley/server/app/portability/export-realm.ts';
import { realmTables } from '@parley/server/app/portability/realm-tables.ts';
import { deleteExpired } from '@parley/server/chat/messages/editing/retention.ts';
import { removeRequested } from '@parley/server/chat/messages/editing/remove-messages-of.ts';
import { indexMessages, maintainIndex } from '@parley/server/chat/messages/search/indexing/run-index.ts';
import { expireUnusedFiles } from '@parley/server/chat/uploads/expire.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { keptDirectory } from '@parley/server/engine/files/disk-store.ts';
import type { TestUser } from '@parley/test-support/harness.ts';
import { isDue, isHeld, isUserHeld } from './model.ts';
import { forget } from './steps.ts';
import type { Stage } from './world.ts';

/** Files without messages are kept for this long. */
const UNUSED_DAYS = 30;
/** Tables whose words are in a form of their own; the search is asked instead. */
const INDEX = /^search_/;

/** An hour passes: every job runs. Then the server has to be as the model says. */
export async function settleAndCheck(stage: Stage, plant?: Plant): Promise<string[]> {
  await settle(stage, plant);
  await forgetDue(stage);
  return [
    ...(await missingMessages(stage)),
    ...(await wordsInTables(stage)),
    ...(await wordsInFiles(stage)),
    ...(await wordsInOperations(stage)),
    ...(await wordsInSearch(stage)),
    ...(await openFiles(stage)),
  ];
}

/** A mistake made on purpose: it runs the jobs its way. */
export type Plant = (stage: Stage, jobs: () => Promise<void>) => Promise<void>;

async function settle(stage: Stage, plant: Plant = (_stage, jobs) => jobs()): Promise<void> {
  const { world } = stage.server.server;
  await plant(stage, async () => {
    await deleteExpired(world);
    await removeRequested(world);
    await expireUnusedFiles(world);
    await expireImports(world);
  });
  await indexMessages(world);
  await maintainIndex(world);
}

async function forgetDue(stage: Stage): Promise<void> {
  const { model, server } = stage;
  const unsure = model.messages.filter(({ wasDue }) => wasDue === true).map(({ id }) => id);
  const rows = await server.server.world.pool.all(sql<{ id: number }>`
    select id from message where id = any(${unsure}::bigint[])`);
  const left = new Set(rows.map(({ id }) => id));
  forget(
    stage,
    model.messages.filter((one) => isDue(model, one) || (one.wasDue === true && !left.has(one.id))),
  );
  for (const message of model.messages) message.wasDue = false;
  for (const orphan of model.orphans) {
    const owner = model.people.find(({ id }) => id === orphan.owner);
    const isGone = orphan.days >= UNUSED_DAYS && !isUserHeld(model, orphan.owner);
    if (isGone || owner?.isDeleted === true) {
      stage.goneFiles.add(orphan.url);
      stage.gone.add(orphan.word);
    }
  }
}

/** Everything that is not due is there with its text; that on hold above all. */
async function missingMessages({ model, server }: Stage): Promise<string[]> {
  const rows = await server.server.world.pool.all(sql<{ id: number; content: string }>`
    select id, content from message where id = any(${model.messages.map(({ id }) => id)}::bigint[])`);
  const byId = new Map(rows.map(({ id, content }) => [id, content]));
  return model.messages
    .filter(({ id, word }) => byId.get(id)?.includes(word) !== true)
    .map((message) => `message ${message.id} is lost${isHeld(model, message) ? ', although on hold' : ''}`);
}

/** Names of deleted users may be in events of the log for some days; texts may not. */
async function wordsInTables(stage: Stage): Promise<string[]> {
  const { pool } = stage.server.server.world;
  const names = (await realmTables(pool)).filter((name) => !INDEX.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const words = [...stage.gone, ...(name === 'log_entry' ? [] : stage.goneNames)];
      if (words.length === 0) return [];
      const rows = await pool.all(sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t where t::text ~ ${words.join('|')} limit 1`);
      return rows.map(({ row }) => `table ${name} has ${wordIn(row, words)}`);
    }),
  );
  return found.flat();
}

function wordIn(text: string, words: Iterable<string>): string {
  for (const word of words) if (text.includes(word)) return word;
  return 'nothing';
}

async function wordsInFiles(stage: Stage): Promise<string[]> {
  const directory = keptDirectory(stage.server.server.world.config.files.directory);
  const personal = new Set(
    stage.model.people.filter(({ isDeleted }) => isDeleted).map(({ words }) => words.at(-1)),
  );
  return wordsBelow(directory, [...stage.gone, ...[...personal].filter((word) => word !== undefined)]);
}

async function wordsBelow(directory: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const text = await readFile(path.join(parentPath, name), 'latin1');
        const word = wordIn(text, words);
        return word === 'nothing' ? [] : [`file ${name} has ${word}`];
      }),
  );
  return found.flat();
}

/** Operations that only read and need nothing named. */
const READERS = Object.values<Endpoint>(operations).filter(
  ({ id, method, path: at, parameters, auth }) =>
    method === 'GET' &&
    auth === 'basic' &&
    !at.includes('{') &&
    id !== 'get-events' &&
    Object.values(parameters).every(({ absence }) => absence !== 'error'),
);

async function wordsInOperations(stage: Stage): Promise<string[]> {
  const words = [...stage.gone, ...stage.goneNames];
  const found: string[] = [];
  for (const user of readers(stage)) {
    const ask = async (method: string, at: string, form?: URLSearchParams): Promise<void> => {
      const text = await answerTo(stage, user, method, at, form);
      const word = wordIn(text, words);
      if (word !== 'nothing') found.push(`${method} ${at} tells user ${user.id} ${word}`);
    };
    for (const { path: at } of READERS) await ask('GET', at);
    await ask('POST', '/register', new URLSearchParams());
    await ask('GET', '/messages?anchor=newest&num_before=1000&num_after=0');
    for (const { id } of stage.model.channels) await ask('GET', `/users/me/${id}/topics`);
    for (const { id } of stage.model.people) await ask('GET', `/users/${id}`);
  }
  return found;
}

/** The owner and one other user. */
function readers({ owner, users }: Stage): TestUser[] {
  return [owner, ...[...users.values()].slice(0, 1)];
}

async function answerTo(
  { server }: Stage,
  { email, apiKey }: TestUser,
  method: string,
  at: string,
  form?: URLSearchParams,
): Promise<string> {
  const response = await fetch(`${server.url}/api/v1${at}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` },
    ...(form === undefined ? {} : { body: form }),
  });
  return response.text();
}

/** The last words that went, each asked for by the owner and another user. */
async function wordsInSearch(stage: Stage): Promise<string[]> {
  const found: string[] = [];
  for (const word of [...stage.gone].slice(-3))
    for (const { id, connection } of readers(stage)) {
      const narrow = [{ operator: 'search', operand: word } as const];
      const { messages } = await connection.call(getMessages, { anchor: 'newest', num_before: 10, narrow });
      if (messages.length > 0) found.push(`the search finds ${word} for user ${id}`);
    }
  return found;
}

async function openFiles(stage: Stage): Promise<string[]> {
  const found: string[] = [];
  for (const url of stage.goneFiles)
    for (const user of readers(stage)) {
      const text = await answerTo(stage, user, 'GET', url);
      if (!text.includes('"error"')) found.push(`user ${user.id} can open ${url}`);
    }
  return found;
}

/** An export of the organization has nothing that is gone. */
export async function wordsInExport(stage: Stage): Promise<string[]> {
  const { world } = stage.server.server;
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-keep-'));
  try {
    await exportRealm(world, stage.server.realmId, directory, () => {});
    return (await wordsBelow(directory, [...stage.gone, ...stage.goneNames])).map(
      (one) => `the export: ${one}`,
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
