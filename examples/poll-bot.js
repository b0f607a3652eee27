// Holds votes. Mention it with a question and answers, one a line:
//
//   @**Poll bot** Where do we eat?
//   At Ada's
//   In the park
//
// Users vote with reactions; the bot keeps the count in its message.
import { createBot } from '@parley/client';
import { fromEnvironment } from '@parley/client/node';

const client = fromEnvironment({ userAgent: 'poll-bot/1.0' });
const bot = createBot(client);

const VOTES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
/** Questions and answers by the id of the bot's message. */
const polls = new Map();

const ballot = (question, answers, votes) =>
  [`**${question}**`, '', ...answers.map((answer, n) => `:${VOTES[n]}: ${answer}: ${votes[n] ?? 0}`)].join(
    '\n',
  );

bot.onMention(async (message) => {
  const lines = message.text.split('\n').map((line) => line.trim());
  const [question = '', ...rest] = lines.filter((line) => line !== '');
  const answers = rest.slice(0, VOTES.length);
  if (answers.length < 2) {
    await message.reply('Give me a question and at least two answers, each on a line of its own.');
    return;
  }
  const { id } = await message.reply(ballot(question, answers, []));
  polls.set(id, { question, answers });
  for (const emoji_name of VOTES.slice(0, answers.length))
    await client.addReaction({ message_id: id, emoji_name });
});

/** Counts anew each time, so that no vote is lost or counted twice. */
const count = async (message_id, me) => {
  const { question, answers } = polls.get(message_id);
  const { message } = await client.getMessage({ message_id, apply_markdown: false });
  const votes = answers.map(
    (_, n) => message.reactions.filter((r) => r.emoji_name === VOTES[n] && r.user_id !== me.user_id).length,
  );
  const content = ballot(question, answers, votes);
  if (content !== message.content) await client.updateMessage({ message_id, content });
};

bot.on('reaction', async ({ message_id, user_id }, me) => {
  if (polls.has(message_id) && user_id !== me.user_id) await count(message_id, me);
});

bot.onReady(async (me) => {
  console.log(`${me.full_name} listens.`);
  // Votes may have been missed while the server was away.
  for (const id of polls.keys()) await count(id, me);
});

await bot.run();
