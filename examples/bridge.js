// Joins a channel here with a channel there, on another server or in another organization: whatever is said in one,
// under whichever topic, appears in the other.
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

/** Carries what others say. Each message has a name on the other side, so that none arrives twice. */
const carry = async (from, to) => {
  for await (const message of from.client.messages({ narrow: [['channel', from.channel]] })) {
    if (message.sender_id === from.self) continue;
    const content = `**${message.sender_full_name}**: ${message.content}`;
    await to.client.sendMessage(
      { type: 'channel', to: to.channel, topic: message.subject, content },
      { key: `bridge-${from.name}-${message.id}` },
    );
  }
};

const [here, there] = await Promise.all([shore('HERE'), shore('THERE')]);
console.log(`#${here.channel} and #${there.channel} are joined.`);
await Promise.all([carry(here, there), carry(there, here)]);
