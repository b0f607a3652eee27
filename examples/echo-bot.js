// Repeats what it is told: every direct message, and every mention in a channel.
//
// Nothing is missed and nothing is said twice, whatever is killed meanwhile, the server or the bot: the file remembers
// the last message that was dealt with, and every answer has a name, under which the server takes it once.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createClient, replyTo } from '@parley/client';

const { PARLEY_URL = '', PARLEY_EMAIL = '', PARLEY_API_KEY = '', ECHO_FILE = 'echo-bot.last' } = process.env;

const client = createClient({
  url: PARLEY_URL,
  email: PARLEY_EMAIL,
  apiKey: PARLEY_API_KEY,
  userAgent: 'echo-bot/1.0',
  // A bot has time.
  patienceMilliseconds: Infinity,
});

/** Whoever is killed while writing leaves the old file behind, not half of the new one. */
const remember = async (id) => {
  await writeFile(`${ECHO_FILE}.new`, String(id));
  await rename(`${ECHO_FILE}.new`, ECHO_FILE);
};

const newest = async () => {
  const { messages } = await client.getMessages({ anchor: 'newest', num_before: 1 });
  return messages.at(-1)?.id ?? 0;
};

const me = await client.getOwnUser();
const after = await readFile(ECHO_FILE, 'utf8').then(Number, newest);
await remember(after);
console.log(`${me.full_name} listens.`);

for await (const message of client.messages({ after })) {
  const isForMe = message.type === 'private' || message.flags.includes('mentioned');
  if (isForMe && message.sender_id !== me.user_id) {
    const words = message.content.replaceAll(`@**${me.full_name}**`, '').trim();
    await client.sendMessage({ ...replyTo(message), content: words || '…' }, { key: `echo-${message.id}` });
  }
  await remember(message.id);
}
