// Repeats what it is told: every direct message, and every mention in a channel.
//
// Nothing is missed and nothing is said twice, whatever is killed meanwhile, the server or the bot: the file remembers
// the last message that was answered, and every answer has a name, under which the server takes it once.
import { readFile, writeFile } from 'node:fs/promises';
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

const remembered = await readFile(ECHO_FILE, 'utf8').catch(() => '');
const me = await client.getOwnUser();
console.log(`${me.full_name} listens.`);

for await (const message of client.messages(remembered === '' ? {} : { after: Number(remembered) })) {
  const isForMe = message.type === 'private' || message.flags.includes('mentioned');
  if (isForMe && message.sender_id !== me.user_id) {
    const words = message.content.replaceAll(`@**${me.full_name}**`, '').trim();
    await client.sendMessage({ ...replyTo(message), content: words || '…' }, { key: `echo-${message.id}` });
  }
  await writeFile(ECHO_FILE, String(message.id));
}
