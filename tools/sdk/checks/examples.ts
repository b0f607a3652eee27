import assert from 'node:assert/strict';
import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import { startReceiver } from '@parley/test-support/receiver.ts';
import { start, until, type Program } from '../programs.ts';
import type { Project } from '../project.ts';
import type { Account, CheckServer } from '../check-server.ts';
import { compile, NODE_PROGRAM } from './types.ts';

const EXAMPLES = path.resolve(import.meta.dirname, '../../../examples');

/** Compiles the unchanged example files. */
export async function examplesCompile({ directory }: Project): Promise<string> {
  const files = readdirSync(EXAMPLES).filter((file) => file.endsWith('.js'));
  for (const file of files) copyFileSync(path.join(EXAMPLES, file), path.join(directory, file));
  await compile(directory, NODE_PROGRAM, files);
  return files.join(', ');
}

async function startExample(
  { directory }: Project,
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<Program> {
  copyFileSync(path.join(EXAMPLES, file), path.join(directory, file));
  const program = start([process.execPath, file], directory, environment);
  await program.says(/listens|are joined/);
  return program;
}

function keysOf({ url, email, apiKey }: Account) {
  return {
    PARLEY_URL: url,
    PARLEY_EMAIL: email,
    PARLEY_API_KEY: apiKey,
  };
}

/** Messages of a user in a conversation, oldest first. */
async function saidBy(reader: Account, sender: Account, narrow: NarrowTerm[]): Promise<string[]> {
  const { messages } = await reader.client.getMessages({
    anchor: 'newest',
    num_before: 1000,
    apply_markdown: false,
    narrow,
  });
  return messages.filter(({ sender_id }) => sender_id === sender.id).map(({ content }) => content);
}

const ROUNDS = 2;
const EACH = 8;

/** Kills server and bot repeatedly while a user sends; every message is echoed once, in order. */
export async function echoSurvives(project: Project, stage: CheckServer): Promise<string> {
  const ada = await stage.here.user('Ada of the echo');
  const bot = await stage.here.bot('Echo bot', ada);
  const environment = { ...keysOf(bot), ECHO_FILE: path.join(project.directory, 'echo.last') };
  let echo = await startExample(project, 'echo-bot.js', environment);
  const words: string[] = [];
  const talk = async (): Promise<void> => {
    for (let n = 0; n < EACH; n += 1) {
      const content = `word ${words.length}`;
      words.push(content);
      await ada.client.sendMessage({ type: 'direct', to: [bot.id], content });
    }
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all([talk(), stage.crash()]);
    await echo.kill();
    await talk();
    echo = await startExample(project, 'echo-bot.js', environment);
  }
  const heard = () => saidBy(ada, bot, [['dm', bot.email]]);
  await until('all words came back', async () => ((await heard()).length >= words.length ? true : undefined));
  await ada.client.sendMessage({ type: 'direct', to: [bot.id], content: 'the end' });
  await until('the end came back', async () => ((await heard()).includes('the end') ? true : undefined));
  assert.deepEqual(await heard(), [...words, 'the end']);
  return `${words.length} words, ${ROUNDS} servers and ${ROUNDS} bots killed`;
}

export async function pollCounts(project: Project, { here }: CheckServer): Promise<string> {
  const ada = await here.user('Ada of the poll');
  const grace = await here.user('Grace of the poll');
  const bot = await here.bot('Poll bot', ada);
  const channel = 'lunch';
  await ada.client.subscribe({
    subscriptions: [{ name: channel }],
    principals: [ada.id, grace.id, bot.id],
  });
  const program = await startExample(project, 'poll-bot.js', keysOf(bot));
  const ask = (content: string) =>
    ada.client.sendMessage({ type: 'channel', to: channel, topic: 'today', content });
  const seen = () => saidBy(ada, bot, [['channel', channel]]);
  await ask('@**Poll bot** Where?');
  await until('it asks for answers', async () => ((await seen()).length === 1 ? true : undefined));
  await ask("@**Poll bot** Where do we eat?\nAt Ada's\nIn the park");
  const poll = await until('the ballot with its numbers', async () => {
    const { messages } = await ada.client.getMessages({ anchor: 'newest', num_before: 1 });
    const [last] = messages;
    return last?.sender_id === bot.id && last.reactions.length === 2 ? last : undefined;
  });
  const shows = (text: string) =>
    until(`the ballot shows ${text}`, async () => ((await seen()).at(-1)?.includes(text) ? true : undefined));
  await ada.client.addReaction({ message_id: poll.id, emoji_name: 'two' });
  await grace.client.addReaction({ message_id: poll.id, emoji_name: 'two' });
  await shows(":one: At Ada's: 0\n:two: In the park: 2");
  await grace.client.removeReaction({ message_id: poll.id, emoji_name: 'two' });
  await shows(':two: In the park: 1');
  await program.kill();
  return 'two users, two answers';
}

export async function bridgeJoins(project: Project, stage: CheckServer): Promise<string> {
  const ends = await Promise.all(
    [stage.here, stage.there].map(async (organization, n) => {
      const user = await organization.user(['Ada on this side', 'Grace on the other side'][n] ?? '');
      const bot = await organization.bot('Bridge', user);
      await user.client.subscribe({
        subscriptions: [{ name: 'harbour' }],
        principals: [user.id, bot.id],
      });
      return { user, bot };
    }),
  );
  const [here, there] = ends as [(typeof ends)[0], (typeof ends)[0]];
  const side = (name: string, { bot }: typeof here) => ({
    [`${name}_URL`]: bot.url,
    [`${name}_EMAIL`]: bot.email,
    [`${name}_API_KEY`]: bot.apiKey,
    [`${name}_CHANNEL`]: 'harbour',
  });
  await startExample(project, 'bridge.js', { ...side('HERE', here), ...side('THERE', there) });
  const say = ({ user }: typeof here, content: string) =>
    user.client.sendMessage({ type: 'channel', to: 'harbour', topic: 'tide', content });
  const arrives = (end: typeof here, wanted: readonly string[]) =>
    until(`${wanted.join()} arrives`, async () => {
      const said = await saidBy(end.user, end.bot, [['channel', 'harbour']]);
      return said.join('\n') === wanted.join('\n') ? true : undefined;
    });
  await say(here, 'Is it high?');
  await arrives(there, ['**Ada on this side**: Is it high?']);
  await say(there, 'It is *low*.');
  await say(there, 'And cold.');
  const name = '**Grace on the other side**';
  await arrives(here, [`${name}: It is *low*.`, `${name}: And cold.`]);
  return 'two organizations, both ways';
}

/** The model is a script: it cites one message of the topic and one that it was not given, and would mention everyone. */
export async function agentAnswers(project: Project, { here }: CheckServer): Promise<string> {
  const ada = await here.user('Ada of the dome');
  const bot = await here.bot('Guide', ada);
  const say = (topic: string, content: string) =>
    ada.client.sendMessage({ type: 'channel', to: 'dome', topic, content });
  await ada.client.subscribe({ subscriptions: [{ name: 'dome' }], principals: [ada.id, bot.id] });
  const elsewhere = await say('secrets', 'The code is 1234.');
  const decided = await say('opening', 'We open at nine.');
  const model = await startReceiver();
  const answer = `@**all** At nine [${decided.id}] [${elsewhere.id}].`;
  model.respondWith(() => ({ body: JSON.stringify({ choices: [{ message: { content: answer } }] }) }));
  try {
    const program = await startExample(project, 'agent.js', { ...keysOf(bot), MODEL_URL: model.url });
    const heard = () => saidBy(ada, bot, [['channel', 'dome']]);
    await say('opening', '@**Guide** When?');
    await until('the answer', async () => ((await heard()).length === 1 ? true : undefined));
    assert.deepEqual(await heard(), [`@_**all** At nine [${decided.id}].`]);
    const [call] = model.calls;
    assert.match(call?.body ?? '', /We open at nine/);
    assert.doesNotMatch(call?.body ?? '', /1234/);
    model.respondWith(() => ({ status: 500 }));
    await say('opening', '@**Guide** And when do we close?');
    await until('an excuse', async () =>
      (await heard()).at(-1) === 'I cannot answer now.' ? true : undefined,
    );
    await program.kill();
  } finally {
    await model.stop();
  }
  return 'one answer with its source, one excuse';
}
