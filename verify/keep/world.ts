import { addAlertWords } from '@parley/contract/endpoints/alert-words.ts';
import { createDrafts } from '@parley/contract/endpoints/drafts.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { createSavedSnippet } from '@parley/contract/endpoints/saved-snippets.ts';
import { updateStatus } from '@parley/contract/endpoints/user-status.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { seeded, type Seeded } from '@parley/test-support/seeded.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';
import { channelOf } from '@parley/test-support/talk.ts';
import type { Model, Person } from './model.ts';

/** A server, and the model of its organization. */
export type Stage = {
  readonly server: TestServer;
  readonly random: Seeded;
  readonly model: Model;
  readonly owner: TestUser;
  readonly users: Map<number, TestUser>;
  /** Words that must not be found any more. */
  readonly gone: Set<string>;
  /** Words about deleted users, which events of the log may have for some days. */
  readonly goneNames: Set<string>;
  /** Addresses of files that must not be found any more. */
  readonly goneFiles: Set<string>;
  /** A word that nothing had before. */
  readonly word: () => string;
};

const PEOPLE = 4;
const CHANNELS = ['open', 'closed', 'legal'] as const;

export async function openStage(seed: number): Promise<Stage> {
  const server = await startTestServer();
  const random = seeded(seed);
  let count = 0;
  const word = (): string => `zq${(count += 1).toString(36)}x${random.below(1_000_000).toString(36)}`;
  const owner = await server.user({ role: 100 });
  const users = new Map<number, TestUser>();
  const people: Person[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const name = word();
    const user = await server.user({ fullName: `Name ${name}`, email: `${name}@example.com` });
    users.set(user.id, user);
    people.push(await personOf(server, user, [name, word(), word(), word(), word(), word()]));
  }
  const model: Model = { people, channels: [], messages: [], holds: [], orphans: [], days: undefined };
  for (const name of CHANNELS) {
    const everyone = [owner, ...users.values()];
    const id = await channelOf(server, name, everyone, { invite_only: name === 'closed' });
    model.channels.push({ id, name, days: 'default' });
  }
  await owner.connection.call(updateRealm, {
    message_content_edit_limit_seconds: 'unlimited',
    move_messages_within_stream_limit_seconds: 'unlimited',
    move_messages_between_streams_limit_seconds: 'unlimited',
  });
  return {
    server,
    random,
    model,
    owner,
    users,
    gone: new Set(),
    goneNames: new Set(),
    goneFiles: new Set(),
    word,
  };
}

/** Keeps something of each kind about the person. */
async function personOf(server: TestServer, user: TestUser, words: readonly string[]): Promise<Person> {
  const [, status = '', draft = '', alert = '', snippet = '', file = ''] = words;
  const { connection } = user;
  await connection.call(updateStatus, { status_text: status });
  await connection.call(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: draft }] });
  await connection.call(addAlertWords, { alert_words: [alert] });
  await connection.call(createSavedSnippet, { title: snippet, content: snippet });
  const { body } = await sendFiles(server, user, '/user_uploads', [Buffer.from(file)]);
  return {
    id: user.id,
    words,
    upload: String(body['url']),
    uploadDays: 0,
    isDeleted: false,
    isRemoved: false,
  };
}
