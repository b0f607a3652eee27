// Holds votes. Mention it with a question and answers, one a line:
//
//   @**Poll bot** Where do we eat?
//   At Ada's
//   In the park
//
// People vote with reactions; the bot keeps the count in its message.
import { createClient, replyTo } from '@parley/client';

const { PARLEY_URL = '', PARLEY_EMAIL = '', PARLEY_API_KEY = '' } = process.env;

const client = createClient({
  url: PARLEY_URL,
  email: PARLEY_EMAIL,
  apiKey: PARLEY_API_KEY,
  userAgent: 'poll-bot/1.0',
  patienceMilliseconds: Infinity,
});

const VOTES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
/** Questions and answers by the id of the bot's message. */
const polls = new Map();
const me = await client.getOwnUser();

const ballot = (question, answers, votes) =>
  [`**${question}**`, '', ...answers.map((answer, n) => `:${VOTES[n]}: ${answer}: ${votes[n] ?? 0}`)].join(
    '\n',
  );

const open = async (message) => {
  const [question = '', ...rest] = message.content
    .replaceAll(`@**${me.full_name}**`, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const answers = rest.slice(0, VOTES.length);
  if (answers.length < 2) {
    const help = 'Give me a question and at least two answers, each on a line of its own.';
    await client.sendMessage({ ...replyTo(message), content: help }, { key: `poll-${message.id}` });
    return;
  }
  const content = ballot(question, answers, []);
  const { id } = await client.sendMessage({ ...replyTo(message), content }, { key: `poll-${message.id}` });
  polls.set(id, { question, answers });
  for (const emoji_name of VOTES.slice(0, answers.length))
    await client.addReaction({ message_id: id, emoji_name });
};

/** Counts anew each time, so that no vote is lost or counted twice. */
const count = async (message_id) => {
  const { question, answers } = polls.get(message_id);
  const { message } = await client.getMessage({ message_id, apply_markdown: false });
  const votes = answers.map(
    (_, n) => message.reactions.filter((r) => r.emoji_name === VOTES[n] && r.user_id !== me.user_id).length,
  );
  const content = ballot(question, answers, votes);
  if (content !== message.content) await client.updateMessage({ message_id, content });
};

for await (const news of client.follow({ register: { event_types: ['message', 'reaction'] } })) {
  if (news.kind === 'snapshot') {
    console.log(`${me.full_name} listens.`);
    // What happened while the server was away or had forgotten us.
    for (const id of polls.keys()) await count(id);
  } else if (news.event.type === 'message') {
    const { message, flags } = news.event;
    if (flags.includes('mentioned') && message.sender_id !== me.user_id) await open(message);
  } else if (news.event.type === 'reaction' && polls.has(news.event.message_id)) {
    if (news.event.user_id !== me.user_id) await count(news.event.message_id);
  }
}
