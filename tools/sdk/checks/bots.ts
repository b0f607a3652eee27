import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { start, until } from '../programs.ts';
import type { Project } from '../project.ts';
import type { Account, Organization, CheckServer } from '../check-server.ts';

const ROBOT = path.join(import.meta.dirname, '../robot.js');

/** Starts the bot with a zuliprc whose site has no scheme, and waits until it listens. */
async function startRobot({ directory }: Project, { url, email, apiKey }: Account) {
  const zuliprc = path.join(directory, `${email}.zuliprc`);
  const site = url.replace('http://', '');
  writeFileSync(
    zuliprc,
    `# A comment\n[other]\nkey=wrong\n[api]\nemail=${email}\nkey = ${apiKey}\nsite=${site}\n`,
  );
  copyFileSync(ROBOT, path.join(directory, 'robot.js'));
  const robot = start([process.execPath, 'robot.js'], directory, { ZULIPRC: zuliprc });
  await robot.says(/listens/);
  return robot;
}

async function conversation(here: Organization, name: string) {
  const ada = await here.user(`Ada of ${name}`);
  const bot = await here.bot(name, ada);
  const say = (content: string) => ada.client.sendMessage({ type: 'direct', to: [bot.id], content });
  const replies = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { sender, content } of ada.client.history({ direction: 'newer' }))
      if (sender.id === bot.id) found.push(content);
    return found;
  };
  const replied = async (...wanted: string[]): Promise<void> => {
    const isComplete = async () => ((await replies()).length >= wanted.length ? true : undefined);
    await until(`the replies ${wanted.join()}`, isComplete);
    assert.deepEqual(await replies(), wanted);
  };
  return { ada, bot, say, replied };
}

/** Every handler of a bot runs for matching messages, and none for the bot's own messages. */
export async function botAnswers(project: Project, { here }: CheckServer): Promise<string> {
  const { ada, bot, say, replied } = await conversation(here, 'Robot');
  const robot = await startRobot(project, bot);
  await say('ADD milk eggs');
  await replied('added 2: milk and eggs');
  await say('/fail');
  await robot.says(/broken on purpose/);
  const { id } = await say('hello');
  await replied('added 2: milk and eggs', 'first: hello', 'second: hello');
  await until('a reaction', async () => {
    const { message } = await ada.client.getMessage({ message_id: id });
    return message.reactions.length === 1 ? true : undefined;
  });
  await ada.client.addReaction({ message_id: id, emoji_name: 'heart' });
  await robot.says(/add heart/);

  await ada.client.subscribe({ subscriptions: [{ name: 'kitchen' }] });
  const inKitchen = { type: 'channel', to: 'kitchen', topic: 'stove' } as const;
  await ada.client.sendMessage({ ...inKitchen, content: 'nobody is mentioned' });
  await ada.client.sendMessage({ ...inKitchen, content: '@**Robot** is it hot?' });
  await ada.client.sendMessage({ ...inKitchen, content: '@**Robot** add salt' });
  await replied(
    'added 2: milk and eggs',
    'first: hello',
    'second: hello',
    'kitchen > stove: is it hot?',
    'added 1: salt',
  );
  const heard = robot.output().match(/^heard .*$/gm);
  assert.deepEqual(
    heard,
    ['ADD milk eggs', '/fail', 'hello', 'is it hot?', 'add salt'].map((text) => `heard ${text}`),
  );
  await robot.kill();
  return 'commands, mentions, direct messages, reactions, a failing handler';
}

/** A bot reports when a connection failure begins and ends, and answers messages sent meanwhile. */
export async function botSaysTrouble(project: Project, stage: CheckServer): Promise<string> {
  const { bot, say, replied } = await conversation(stage.here, 'Patient robot');
  const robot = await startRobot(project, bot);
  await stage.crash();
  await robot.says(/^Cannot reach http:\S+: .* Waiting, and trying again\.$/m);
  await say('add sugar');
  await replied('added 1: sugar');
  await robot.says(/^http:\S+ answers again\.$/m);
  const lines = robot.output().match(/Cannot reach|answers again/g);
  assert.deepEqual(lines, ['Cannot reach', 'answers again']);
  await robot.kill();
  return 'one line when it begins, one when it ends';
}
