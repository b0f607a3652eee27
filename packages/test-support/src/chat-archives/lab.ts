import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import type { ImportSource } from '@parley/contract/objects/realm-import.ts';
import { checkChat, importChat, type ChatImport } from '@parley/server/app/portability/chats/import-chat.ts';
import { openArchive } from '@parley/server/app/portability/chats/open-archive.ts';
import type { ReportContent } from '@parley/server/app/portability/chats/report.ts';
import { q, sql } from '@parley/server/engine/db/sql.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness.ts';

type Messages = Awaited<ReturnType<typeof readMessages>>;

/** A server that takes archives of other chats, and ways to read back what they became. */
export type Lab = {
  readonly server: TestServer;
  readonly directory: string;
  run(source: ImportSource, file: string): Promise<ChatImport>;
  check(source: ImportSource, file: string): Promise<ReportContent>;
  /** An import whose process ends after a number of transactions. */
  runKilled(source: ImportSource, file: string, afterWrites: number): Promise<ChatImport>;
  /** Numbers of rows. */
  count(...tables: readonly string[]): Promise<number[]>;
  read(user: TestUser, ...narrow: readonly NarrowTerm[]): Promise<Messages>;
  /** Time, topic, sender and words of messages. */
  outline(
    user: TestUser,
    ...narrow: readonly NarrowTerm[]
  ): Promise<(readonly [number, string, string, string])[]>;
  /** A person who came by an import, with a key. */
  logIn(email: string): Promise<TestUser>;
  close(): Promise<void>;
};

export async function openLab(): Promise<Lab> {
  const server = await startTestServer();
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-chats-'));
  const { world } = server.server;
  const someone = await server.user({ fullName: 'Somebody else' });
  const realm = async () => {
    const row = await world.pool.first(q.selectFrom('realm').selectAll().where('id', '=', server.realmId));
    if (row === undefined) throw new Error('There is no organization.');
    return row;
  };
  const run = async (source: ImportSource, file: string, on = world): Promise<ChatImport> => {
    const archive = await openArchive(source, file);
    try {
      return await importChat(on, await realm(), archive);
    } finally {
      await archive.close();
    }
  };
  return {
    server,
    directory,
    run,
    check: async (source, file) => {
      const archive = await openArchive(source, file);
      try {
        return await checkChat(world, await realm(), archive);
      } finally {
        await archive.close();
      }
    },
    runKilled: (source, file, afterWrites) => {
      let writes = 0;
      const write: typeof world.write = (...args) => {
        writes += 1;
        return writes > afterWrites ? Promise.reject(new Error('killed')) : world.write(...args);
      };
      return run(source, file, { ...world, write });
    },
    count: (...tables) => Promise.all(tables.map((table) => countRows(server, table))),
    read: readMessages,
    outline: async (user, ...narrow) =>
      (await readMessages(user, ...narrow)).map(({ subject, sender_full_name, timestamp, content }) => [
        timestamp,
        subject,
        sender_full_name,
        wordsOf(content),
      ]),
    logIn: async (email) => {
      const user = await world.pool.first(
        q.selectFrom('realm_user').selectAll().where('delivery_email', '=', email),
      );
      if (user === undefined) throw new Error(`There is no ${email}.`);
      return server.logIn({ ...someone, id: user.id, email });
    },
    close: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function readMessages(user: TestUser, ...narrow: readonly NarrowTerm[]) {
  const { messages } = await user.connection.call(getMessages, {
    anchor: 'newest',
    num_before: 500,
    narrow: [...narrow],
    allow_empty_topic_name: true,
  });
  return messages;
}

async function countRows(server: TestServer, table: string): Promise<number> {
  const row = await server.server.world.pool.first(
    sql<{ n: number }>`select count(*)::int as n from ${sql.raw(table)} where realm_id = ${server.realmId}`,
  );
  return row?.n ?? -1;
}

function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&gt;', '>')
    .trim();
}
