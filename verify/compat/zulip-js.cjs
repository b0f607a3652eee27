// Calls every method of the unmodified npm package zulip-js and prints each answer. It has a process of its own
// because that package replaces the global FormData.
const zulip = require('zulip-js');

const { OWNER, OWNER_KEY, OWNER_PASSWORD, OTHER_ID, OTHER, REALM } = process.env;

const say = (name, answer) => {
  process.stdout.write(`CALL ${JSON.stringify({ name, answer })}\n`);
};

/** Every function of the client, by its path. */
const methodsOf = (value, path = []) =>
  Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'config') return [];
    if (typeof inner === 'function') return [[...path, key].join('.')];
    return typeof inner === 'object' && inner !== null ? methodsOf(inner, [...path, key]) : [];
  });

const run = async () => {
  const client = await zulip({ username: OWNER, apiKey: OWNER_KEY, realm: REALM });
  const call = async (name, ...parameters) => {
    const method = name.split('.').reduce((value, key) => value[key], client);
    const answer = await method(...parameters);
    say(name, answer);
    return answer;
  };
  process.stdout.write(`METHODS ${JSON.stringify(methodsOf(client))}\n`);

  const loggedIn = await zulip({ username: OWNER, password: OWNER_PASSWORD, realm: REALM });
  say('accounts.retrieve', await loggedIn.accounts.retrieve());
  await call('server.settings');
  await call('callEndpoint', '/users/me', 'GET', {});
  await call('users.retrieve', { client_gravatar: true });
  await call('users.create', {
    email: 'made-by-js@example.com',
    password: 'a perfectly fine Passw0rd of some length',
    full_name: 'Made by JS',
    short_name: 'js',
  });
  await call('users.me.getProfile');
  await call('users.me.alertWords.retrieve');
  await call('users.me.pointer.retrieve');
  await call('users.me.pointer.update', 5);
  await call('users.me.subscriptions.add', {
    subscriptions: JSON.stringify([{ name: 'js' }, { name: 'js too' }]),
  });
  await call('users.me.subscriptions.remove', { subscriptions: JSON.stringify(['js too']) });
  await call('streams.retrieve');
  const { stream_id } = await call('streams.getStreamId', 'js');
  await call('streams.subscriptions.retrieve');
  const { queue_id, last_event_id } = await call('queues.register', { event_types: ['message'] });
  const sent = await call('messages.send', { to: 'js', type: 'stream', subject: 'topic', content: 'one' });
  const direct = await call('messages.send', { to: OTHER, type: 'private', content: 'two' });
  await call('streams.topics.retrieve', { stream_id });
  await call('messages.retrieve', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: 'stream', operand: 'js' }],
  });
  await call('messages.render', '**bold**');
  await call('messages.update', { message_id: sent.id, content: 'one, edited' });
  await call('messages.flags.add', { messages: [sent.id], flag: 'starred' });
  await call('messages.flags.remove', { messages: [sent.id], flag: 'starred' });
  await call('messages.getById', { message_id: sent.id });
  await call('messages.getHistoryById', { message_id: sent.id });
  await call('reactions.add', { message_id: sent.id, emoji_name: 'tada' });
  await call('reactions.remove', { message_id: sent.id, emoji_name: 'tada' });
  await client.reactions.add({ message_id: sent.id, emoji_name: 'tada' });
  await call('messages.deleteReactionById', { message_id: sent.id, emoji_name: 'tada' });
  await call('typing.send', { to: [Number(OTHER_ID)], op: 'start' });
  await call('emojis.retrieve');
  await call('filters.retrieve');
  await call('events.retrieve', { queue_id, last_event_id, dont_block: true });
  await call('queues.deregister', { queue_id });
  await call('messages.deleteById', { message_id: direct.id });

  // Ends by itself as soon as an event came through the loop.
  await new Promise((resolve, reject) => {
    client
      .callOnEachEvent(
        (event) => {
          say('callOnEachEvent', { result: event.type === 'message' ? 'success' : 'error' });
          resolve();
        },
        ['message'],
      )
      .catch(reject);
    const speak = () =>
      client.messages.send({ to: 'js', type: 'stream', subject: 'topic', content: 'are you there?' });
    setInterval(speak, 300).unref();
  });
  await call('streams.deleteById', { stream_id });
};

run().then(
  () => process.exit(0),
  (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  },
);
