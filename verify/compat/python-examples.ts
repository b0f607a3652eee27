import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { sql } from '@parley/server/engine/db/sql.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { createUserWithKey, type NewUser } from '@parley/server/organization/users/create-user.ts';
import { hashPassword } from '@parley/server/organization/users/passwords.ts';
import { startMailbox } from '@parley/test-support/mailbox.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { type Ground, layGround } from '@parley/test-support/process/ground.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { absentOperations } from '../../tools/contract/coverage/absent.ts';
import { PASSWORD } from './stage.ts';
import { type Request, send } from '@parley/rules/wire.ts';

/** Users of the examples, under the ids that the examples name. */
const USERS: readonly (Omit<NewUser, 'email' | 'passwordHash'> & { id: number; name: string })[] = [
  { id: 6, name: 'aaron', fullName: 'Aaron', role: 400 },
  { id: 7, name: 'zoe', fullName: 'Zoe', role: 400 },
  { id: 8, name: 'cordelia', fullName: 'Cordelia', role: 400 },
  { id: 9, name: 'desdemona', fullName: 'Desdemona', role: 100 },
  { id: 10, name: 'hamlet', fullName: 'Hamlet', role: 400 },
  { id: 11, name: 'iago', fullName: 'Iago', role: 200 },
  { id: 12, name: 'othello', fullName: 'Othello', role: 400 },
  { id: 17, name: 'default-bot', fullName: 'Default Bot', role: 400, bot: { type: 1, ownerId: 11 } },
  { id: 25, name: 'guest', fullName: 'Mr. Guest', role: 400 },
];
/** The first example creates this user. */
const NEWBIE_ID = 26;

const PUBLIC_CHANNELS = ['Denmark', 'Verona', 'Scotland', 'Venice', 'Rome'];
/** Reports go to a private channel. */
const MODERATION_CHANNEL = 'core team';

type Somebody = { readonly id: number; readonly email: string; readonly key: string };
type Line = {
  readonly validator?: string;
  readonly example?: string;
  readonly endpoint?: string;
  readonly reason?: string | null;
};

/** Checkouts of the public server and of its Python client, and the interpreter. */
export type Source = { readonly checkout: string; readonly api: string; readonly python: string };

/** Runs the Python examples of a public checkout against a server process; answers whether none failed. */
export async function runPythonExamples(source: Source): Promise<boolean> {
  const mailbox = await startMailbox();
  const ground = await layGround();
  const environment = { ...ground.environment, PARLEY_SMTP_URL: mailbox.url };
  const users = await createUsers(ground);
  const server = await startServerProcess(environment, await freePort());
  try {
    await prepare(server.url, users);
    const stage = {
      url: server.url,
      password: PASSWORD,
      users,
      ids: {
        ...Object.fromEntries(Object.entries(users).map(([name, { id }]) => [name, id])),
        newbie: NEWBIE_ID,
      },
    };
    return report(await run(source, JSON.stringify(stage)));
  } finally {
    await server.kill();
    await ground.clear();
    await mailbox.stop();
  }
}

async function createUsers({ world }: Ground): Promise<Record<string, Somebody>> {
  const realmId = await createRealm(world.pool, { subdomain: '', name: 'Examples' });
  const passwordHash = await hashPassword(PASSWORD);
  const users: Record<string, Somebody> = {};
  for (const { id, name, ...spec } of USERS) {
    const email = `${name}@zulip.com`;
    await world.pool.all(sql`select setval('user_id', ${id}, false)`);
    const { apiKey } = await world.write(realmId, (tx) =>
      createUserWithKey(tx, world, {
        ...spec,
        email,
        passwordHash: spec.bot === undefined ? passwordHash : null,
      }),
    );
    users[name] = { id, email, key: apiKey };
  }
  await world.pool.all(sql`select setval('user_id', ${NEWBIE_ID}, false)`);
  await world.pool.all(
    sql`update realm_user set can_create_users = true, can_change_user_emails = true where id = ${users['iago']?.id}`,
  );
  return users;
}

/** Channels, messages, groups and profile fields that the examples expect to find. */
async function prepare(url: string, users: Record<string, Somebody>): Promise<void> {
  const as = (name: string): Somebody => {
    const user = users[name];
    if (user === undefined) throw new Error(`There is no user ${name}`);
    return user;
  };
  const must = async (name: string, method: string, at: string, form: Request['form'] = {}) => {
    const answer = await send(url, method, at, { as: as(name), form });
    if (answer.status !== 200) throw new Error(`preparing ${method} ${at}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const principals = Object.values(users).map(({ id }) => id);
  const subscribe = (names: readonly string[], isPrivate: boolean) =>
    must('iago', 'POST', '/users/me/subscriptions', {
      subscriptions: names.map((name) => ({ name })),
      principals,
      invite_only: isPrivate,
    });
  await subscribe(PUBLIC_CHANNELS, false);
  await subscribe([MODERATION_CHANNEL], true);
  const say = (name: string, to: string, topic: string, content: string) =>
    must(name, 'POST', '/messages', { type: 'channel', to, topic, content });
  await say('iago', 'Denmark', 'test', 'To be deleted');
  for (const channel of [...PUBLIC_CHANNELS, MODERATION_CHANNEL])
    await say('iago', channel, 'Castle', 'Who is there?');
  await say('hamlet', 'Denmark', 'Castle', 'Words, words, words.');
  const groups = [
    { name: 'hamletcharacters', description: 'Characters of Hamlet' },
    { name: 'support', description: 'Support' },
  ];
  for (const group of groups)
    await must('desdemona', 'POST', '/user_groups/create', { ...group, members: [8, 10] });
  await must('desdemona', 'PATCH', '/realm', { can_manage_all_groups: { new: await administrators(must) } });
  for (let field = 1; field <= 9; field += 1)
    await must('iago', 'POST', '/realm/profile_fields', { name: `Field ${field}`, field_type: 1 });
}

type Must = (
  name: string,
  method: string,
  at: string,
  form?: Request['form'],
) => Promise<{ at(field: string): unknown }>;

async function administrators(must: Must): Promise<number> {
  const groups = (await must('iago', 'GET', '/user_groups')).at('user_groups') as {
    id: number;
    name: string;
  }[];
  return groups.find(({ name }) => name === 'role:administrators')?.id ?? 0;
}

async function run({ checkout, api, python }: Source, stage: string): Promise<readonly Line[]> {
  const script = path.join(import.meta.dirname, 'python-examples.py');
  const child = spawn(python, [script, path.resolve(checkout), path.resolve(api), stage], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const complaints = text(child.stderr);
  const ended = once(child, 'exit');
  const lines: Line[] = [];
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('{"')) lines.push(JSON.parse(line) as Line);
  await ended;
  if (child.exitCode !== 0) process.stderr.write(`${(await complaints).slice(-3000)}\n`);
  return lines;
}

type Outcome = { readonly name: string; readonly mark: '✓' | '–' | '✗'; readonly reason: string };

/** Prints a table. An example of an operation that docs/api/coverage.md lists as absent is no failure. */
function report(lines: readonly Line[]): boolean {
  const outcomes = lines.flatMap(outcomeOf);
  const width = Math.max(...outcomes.map(({ name }) => name.length), 0);
  for (const { name, mark, reason } of outcomes)
    console.log(`${mark} ${name.padEnd(width)}  ${reason}`.trimEnd());
  const count = (mark: Outcome['mark']): number => outcomes.filter((outcome) => outcome.mark === mark).length;
  const validator = lines.find((line) => line.validator !== undefined)?.validator ?? 'none';
  console.log(
    `compat: ${count('✓')} of ${outcomes.length} Python examples pass, ${count('–')} are of absent operations, ` +
      `${count('✗')} fail (schema validator: ${validator})`,
  );
  return count('✓') > 0 && count('✗') === 0;
}

function outcomeOf({ example: name, endpoint, reason }: Line): Outcome[] {
  if (name === undefined) return [];
  if (reason === null || reason === undefined) return [{ name, mark: '✓', reason: '' }];
  const absent = absentOperations().find(({ request }) => endpoint === endpointOf(request));
  return [absent === undefined ? { name, mark: '✗', reason } : { name, mark: '–', reason: absent.reason }];
}

/** The public examples write "GET /messages" as "/messages:get". */
function endpointOf(request: string): string {
  const [method = '', at = ''] = request.split(' ');
  return `${at}:${method.toLowerCase()}`;
}
