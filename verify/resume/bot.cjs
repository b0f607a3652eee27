// A bot on the unmodified npm package zulip-js. It has a process of its own because that package replaces the
// global FormData. It prints every event that it is called with.
const zulip = require('zulip-js');

const { BOT_EMAIL: username, BOT_KEY: apiKey, BOT_REALM: realm } = process.env;

const run = async () => {
  const client = await zulip({ username, apiKey, realm });
  await client.callOnEachEvent(
    (event) => {
      process.stdout.write(`EVENT ${JSON.stringify(event)}\n`);
    },
    ['realm_user'],
  );
};

run().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
