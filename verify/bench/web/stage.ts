import path from 'node:path';
import { chromiumOptions } from '@parley/test-support/chromium.ts';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { createConnection, type Connection } from '@parley/client/connection.ts';
import { hashPassword } from '@parley/server/organization/users/passwords.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';
import { addMorningUsers } from '../morning/add-users.ts';
import { fill, prepareFilling } from '../read/fill.ts';
import { connectTo } from '../support/fill.ts';
import type { BenchEnvironment } from '../support/bench-environment.ts';
import { makeOrganization } from '../support/organization.ts';

/** An organization of some size with a reader who has read all but a little, and a browser. */
export type WebStage = {
  readonly url: string;
  readonly users: number;
  readonly browser: Browser;
  readonly server: ServerProcess;
  /** Places of conversations, by address. */
  readonly places: readonly string[];
  /** A colleague who writes to the first place. */
  readonly writer: Connection;
  readonly writesTo: { readonly channelId: number; readonly topic: string };
  readonly channelIds: readonly number[];
  readonly close: () => Promise<void>;
};

const MEMBERS = 4;
const MESSAGES = 4_000;
/** Unread messages of each channel. */
const UNREAD = 3;
const PLACES = 12;
const READER = 'user2@example.com';
const PASSWORD = 'the password of the reader';

export async function openStage(
  { world, environment }: BenchEnvironment,
  users: number,
  channels = 20,
): Promise<WebStage> {
  const setting = await startServerProcess(environment, await freePort());
  const organization = await makeOrganization(world, setting.url, {
    subdomain: '',
    members: MEMBERS,
    channels,
  });
  await setting.terminate();
  const client = await connectTo(environment['PARLEY_DATABASE_URL'] ?? '');
  await prepareFilling(client);
  await fill(client, organization.realmId, MESSAGES);
  await addMorningUsers(client, organization, users);
  await client.query('select bench_read($1, $2, $3)', [
    organization.realmId,
    organization.members[1]?.id ?? 0,
    UNREAD,
  ]);
  await client.query('update realm_user set password_hash = $1 where delivery_email = $2', [
    await hashPassword(PASSWORD),
    READER,
  ]);
  await client.end();
  const port = await freePort();
  const server = await startServerProcess(
    { ...environment, PARLEY_EXTERNAL_HOST: `localhost:${port}` },
    port,
  );
  const browser = await openChromium();
  const channelId = organization.channels[0]?.id ?? 0;
  return {
    url: `http://localhost:${port}`,
    users,
    browser,
    server,
    places: Array.from({ length: PLACES }, (_, n) => `#narrow/channel/${channelId}-x/topic/topic.20${n}`),
    writer: createConnection({
      url: `http://localhost:${port}`,
      headers: { authorization: credentialsOf(organization.members[2]?.headers ?? '') },
    }),
    writesTo: { channelId, topic: 'topic 0' },
    channelIds: organization.channels.map(({ id }) => id),
    close: async () => {
      await browser.close();
      await server.terminate();
    },
  };
}

function credentialsOf(headers: string): string {
  return /authorization: ([^\r]*)/.exec(headers)?.[1] ?? '';
}

function openChromium(): Promise<Browser> {
  return chromium.launch(chromiumOptions());
}

/** The same organization with the web client of another build, served by another node. */
export async function openBeside(
  stage: WebStage,
  environment: BenchEnvironment['environment'],
  directory: string,
): Promise<WebStage> {
  const port = await freePort();
  const server = await startServerProcess(
    {
      ...environment,
      PARLEY_EXTERNAL_HOST: `localhost:${port}`,
      PARLEY_WEB_DIRECTORY: path.resolve(directory),
    },
    port,
  );
  return {
    ...stage,
    url: `http://localhost:${port}`,
    server,
    close: async () => {
      await server.terminate();
    },
  };
}

/** A profile of the reader, logged in or not. */
export async function openProfile({ url, browser }: WebStage, isLoggedIn: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1360, height: 860 } });
  context.setDefaultTimeout(STEP_LIMIT_MS);
  if (!isLoggedIn) return context;
  const headers = { origin: url, 'x-parley': 'web' };
  const answer = await context.request.post(`${url}/json/session`, {
    headers,
    form: { username: READER, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`The reader could not log in: ${await answer.text()}`);
  return context;
}

/** Longest step on a busy machine. */
const STEP_LIMIT_MS = 120_000;
