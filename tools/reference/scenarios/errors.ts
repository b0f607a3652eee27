import { operations as api } from '@parley/contract/endpoints.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { storeAuthenticator } from '@parley/test-support/authenticator.ts';
import { fetchAt } from '@parley/test-support/fetch-at.ts';
import { plainPerformer } from '../perform.ts';
import { PASSWORD, type Recorder } from '../recorder.ts';

/** Errors that users meet: limits of an organization and denied access. */
export async function trouble(stage: Recorder): Promise<void> {
  const { server, prepare, refuse, join, iris, amara, jonas } = stage;
  const { write } = server.server.world;
  await refuse(
    'NONEXISTENT_SUBDOMAIN',
    api.fetchApiKey,
    undefined,
    { username: amara.email, password: PASSWORD },
    plainPerformer(server.url, fetchAt('nowhere.chat.example.org')),
  );

  const crowd = [];
  for (let place = 1; place <= 20; place += 1) crowd.push(await join(`Visitor${place} Sky`));
  const subscriptions = [{ name: 'visitors' }];
  await prepare(api.subscribe, iris, { subscriptions, principals: [...crowd, amara].map(({ id }) => id) });
  const place = { type: 'channel', to: 'visitors', topic: 'welcome' } as const;
  for (const visitor of crowd) await prepare(api.sendMessage, visitor, { ...place, content: 'Hello!' });
  await refuse('STREAM_WILDCARD_MENTION_NOT_ALLOWED', api.sendMessage, amara, {
    ...place,
    content: '@**all** The dome is open.',
  });
  await refuse('TOPIC_WILDCARD_MENTION_NOT_ALLOWED', api.sendMessage, amara, {
    ...place,
    content: '@**topic** The dome is open.',
  });

  const early = { type: 'channel', to: 'visitors', topic: 'early birds' } as const;
  const { id: old } = await prepare(api.sendMessage, amara, { ...early, content: 'Who is there?' });
  const { id: fresh } = await prepare(api.sendMessage, amara, { ...early, content: 'Good morning!' });
  await write(server.realmId, (tx) =>
    tx.all(sql`update message set sent_at = sent_at - interval '10 days' where id = ${old}`),
  );
  await refuse('MOVE_MESSAGES_TIME_LIMIT_EXCEEDED', api.updateMessage, amara, {
    message_id: fresh,
    topic: 'sunrise',
    propagate_mode: 'change_all',
  });

  await write(server.realmId, (tx) =>
    tx.all(sql`update realm_user set password_hash = 'of an older kind' where id = ${jonas.id}`),
  );
  const login = { username: jonas.email, password: PASSWORD };
  await refuse('PASSWORD_RESET_REQUIRED', api.fetchApiKey, undefined, login);
  await prepare(api.updateRealm, iris, { authentication_methods: { Email: false, Dev: true } });
  await refuse('PASSWORD_AUTH_DISABLED', api.fetchApiKey, undefined, login);
  await prepare(api.updateRealm, iris, { authentication_methods: { Email: true } });

  const careful = await join('Careful Sky');
  await storeAuthenticator(server.server.world, { realmId: server.realmId, id: careful.id });
  const first = { username: careful.email, password: PASSWORD };
  await refuse('SECOND_STEP_REQUIRED', api.fetchApiKey, undefined, first);
  await refuse('SECOND_STEP_FAILED', api.fetchApiKey, undefined, { ...first, code: '123 456 7' });

  const late = await join('Late Sky');
  await write(server.realmId, (tx) =>
    tx.all(sql`update realm_user set date_joined = date_joined - interval '99 days' where id = ${late.id}`),
  );
  const required = JSON.stringify({ second_steps_required_of: 'everyone', second_steps_required_since: 1 });
  await write(server.realmId, (tx) =>
    tx.all(sql`update realm set settings = settings || ${required}::jsonb`),
  );
  const logIn = { username: late.email, password: PASSWORD };
  await refuse('SECOND_STEP_SETUP_REQUIRED', api.fetchApiKey, undefined, logIn);
  await write(server.realmId, (tx) =>
    tx.all(
      sql`update realm set settings = settings - 'second_steps_required_of' - 'second_steps_required_since'`,
    ),
  );

  const sleeper = await join('Sleeper Sky');
  await write(server.realmId, (tx) =>
    tx.all(
      sql`update credential set created_at = created_at - interval '1 day' where user_id = ${sleeper.id}`,
    ),
  );
  await refuse('RECENT_LOGIN_REQUIRED', api.deactivateOwnUser, sleeper, {});
}
