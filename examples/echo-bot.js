// Repeats every direct message, and every mention in a channel.
//
// No message is missed and none is answered twice, even if the server or the bot is killed: the file holds the id of
// the last message that was handled, and replies carry keys under which the server accepts them once.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createBot } from '@parley/client';
import { fromEnvironment } from '@parley/client/node';

const { ECHO_FILE = 'echo-bot.last' } = process.env;
const client = fromEnvironment({ userAgent: 'echo-bot/1.0' });

/** A crash while writing leaves the old file behind, not half of the new one. */
const remember = async (id) => {
  await writeFile(`${ECHO_FILE}.new`, String(id));
  await rename(`${ECHO_FILE}.new`, ECHO_FILE);
};

const newest = async () => {
  for await (const { id } of client.history({ pageSize: 1 })) return id;
  return 0;
};

const after = await readFile(ECHO_FILE, 'utf8').then(Number, newest);
await remember(after);

const echo = (message) => message.reply(message.text || '…');
await createBot(client)
  .onDirect(echo)
  .onMention(echo)
  .onReady((me) => console.log(`${me.full_name} listens.`))
  .run({ after, onProcessed: remember });
