// Joins a channel here with a channel there, on another server or in another organization: a message in one appears
// in the same topic of the other.
import { createClient } from '@parley/client';

const { env } = process;

const shore = async (name) => {
  const client = createClient({
    url: env[`${name}_URL`] ?? '',
    email: env[`${name}_EMAIL`] ?? '',
    apiKey: env[`${name}_API_KEY`] ?? '',
    userAgent: 'bridge/1.0',
    patienceMilliseconds: Infinity,
  });
  const channel = env[`${name}_CHANNEL`] ?? 'general';
  await client.subscribe({ subscriptions: [{ name: channel }] });
  const { user_id: self } = await client.getOwnUser();
  return { name, client, channel, self };
};

/** Copies the messages of others. Each has a key on the other side, so that none arrives twice. */
const carry = async (from, to) => {
  for await (const message of from.client.messages({ narrow: [['channel', from.channel]] })) {
    if (message.kind !== 'channel' || message.sender.id === from.self) continue;
    const content = `**${message.sender.name}**: ${message.content}`;
    await to.client.sendMessage(
      { type: 'channel', to: to.channel, topic: message.topic, content },
      { key: `bridge-${from.name}-${message.id}` },
    );
  }
};

const [here, there] = await Promise.all([shore('HERE'), shore('THERE')]);
console.log(`#${here.channel} and #${there.channel} are joined.`);
await Promise.all([carry(here, there), carry(there, here)]);
