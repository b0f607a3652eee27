import { createBot } from '@parley/contract/endpoints/bots.ts';
import { createChannelFolder } from '@parley/contract/endpoints/channel-folders.ts';
import { createDrafts } from '@parley/contract/endpoints/drafts.ts';
import { createUserGroup } from '@parley/contract/endpoints/groups.ts';
import { createInviteLink } from '@parley/contract/endpoints/invites.ts';
import { addNavigationView } from '@parley/contract/endpoints/navigation-views.ts';
import { createCustomProfileField } from '@parley/contract/endpoints/profile-fields.ts';
import { addRealmDomain } from '@parley/contract/endpoints/realm-domains.ts';
import { createChannel } from '@parley/contract/endpoints/streams.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import { limits } from '@parley/contract/limits.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RawBuilder } from 'kysely';
import { Client } from 'pg';
import { q, type Query, sql } from '../engine/db/sql.ts';

let server: TestServer;
let owner: TestUser;
let channelId: number;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: 100 });
  ({ id: channelId } = await owner.connection.call(createChannel, {
    name: 'first',
    subscribers: [owner.id],
  }));
});
afterAll(() => server.stop());

type LimitCase = {
  readonly name: string;
  readonly max: number;
  /** Adds rows until one less than the maximum exists. */
  readonly fill: (realm: number, user: number, rows: number) => RawBuilder<unknown>;
  readonly existing: (realm: number, user: number) => Query<{ count: number }>;
  readonly create: (n: number) => Promise<unknown>;
};

function ownRows(table: string): LimitCase['existing'] {
  return (realm, user) =>
    sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
      where realm_id = ${realm} and user_id = ${user}`;
}

function realmRows(table: string): LimitCase['existing'] {
  return (realm) =>
    sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where realm_id = ${realm}`;
}

const CASES: readonly LimitCase[] = [
  {
    name: 'drafts of a user',
    max: limits.drafts,
    fill: (realm, user, rows) => sql`
      insert into draft (realm_id, user_id, type, recipients, topic, content, edited_at)
      select ${realm}, ${user}, '', '{}', '', 'text', now() from generate_series(1, ${rows}::bigint)`,
    existing: ownRows('draft'),
    create: () =>
      owner.connection.call(createDrafts, { drafts: [{ type: '', to: [], topic: '', content: 'one' }] }),
  },
  {
    name: 'navigation views of a user',
    max: limits.navigationViews,
    fill: (realm, user, rows) => sql`
      insert into navigation_view (realm_id, user_id, fragment, is_pinned, name)
      select ${realm}, ${user}, 'view' || n, false, 'view' || n from generate_series(1, ${rows}::bigint) n`,
    existing: ownRows('navigation_view'),
    create: (n) =>
      owner.connection.call(addNavigationView, { fragment: `new${n}`, is_pinned: false, name: `new${n}` }),
  },
  {
    name: 'topic policies of a user',
    max: limits.topicPolicies,
    fill: (realm, user, rows) => sql`
      insert into topic_policy (realm_id, user_id, channel_id, topic, policy, updated_at)
      select ${realm}, ${user}, ${channelId}, 'topic' || n, 3, now() from generate_series(1, ${rows}::bigint) n`,
    existing: ownRows('topic_policy'),
    create: (n) =>
      owner.connection.call(updateUserTopic, {
        stream_id: channelId,
        topic: `new${n}`,
        visibility_policy: 3,
      }),
  },
  {
    name: 'invitation links of a user',
    max: limits.invitationLinksPerUser,
    fill: (realm, user, rows) => sql`
      insert into invitation (realm_id, inviter_id, token_hash, role, channel_ids, group_ids, joins_defaults,
        notifies_inviter, invited_at)
      select ${realm}, ${user}, sha256(n::text::bytea), 400, '{}', '{}', false, false, now()
      from generate_series(1, ${rows}::bigint) n`,
    existing: realmRows('invitation'),
    create: () => owner.connection.call(createInviteLink, {}),
  },
  {
    name: 'bots of a user',
    max: limits.botsPerUser,
    fill: (realm, user, rows) => sql`
      insert into realm_user (realm_id, delivery_email, full_name, role, bot_type, bot_owner_id, key_hash, key_sealed)
      select ${realm}, 'filler' || n || '@example.com', 'Filler ' || n, 400, 1, ${user}, sha256(n::text::bytea), ''
      from generate_series(1, ${rows}::bigint) n`,
    existing: (realm, user) =>
      sql<{ count: number }>`select count(*) as count from realm_user
        where realm_id = ${realm} and bot_owner_id = ${user}`,
    create: (n) => owner.connection.call(createBot, { full_name: `Helper ${n}`, short_name: `helper${n}` }),
  },
  {
    name: 'groups of an organization',
    max: limits.groupsPerRealm,
    fill: (realm, _user, rows) => sql`
      insert into user_group (realm_id, name) select ${realm}, 'group' || n from generate_series(1, ${rows}::bigint) n`,
    existing: (realm) =>
      sql<{ count: number }>`select count(*) as count from user_group
        where realm_id = ${realm} and name is not null and not is_system`,
    create: (n) =>
      owner.connection.call(createUserGroup, { name: `new ${n}`, description: '', members: [owner.id] }),
  },
  {
    name: 'channel folders of an organization',
    max: limits.channelFoldersPerRealm,
    fill: (realm, _user, rows) => sql`
      insert into channel_folder (realm_id, name, display_order)
      select ${realm}, 'folder' || n, n from generate_series(1, ${rows}::bigint) n`,
    existing: realmRows('channel_folder'),
    create: (n) => owner.connection.call(createChannelFolder, { name: `new ${n}`, description: '' }),
  },
  {
    name: 'profile fields of an organization',
    max: limits.profileFieldsPerRealm,
    fill: (realm, _user, rows) => sql`
      insert into profile_field (realm_id, name, type, display_order)
      select ${realm}, 'field' || n, 1, n from generate_series(1, ${rows}::bigint) n`,
    existing: realmRows('profile_field'),
    create: (n) => owner.connection.call(createCustomProfileField, { field_type: 1, name: `new ${n}` }),
  },
  {
    name: 'domains of an organization',
    max: limits.domainsPerRealm,
    fill: (realm, _user, rows) => sql`
      insert into realm_domain (realm_id, domain, allow_subdomains)
      select ${realm}, 'd' || n || '.example', false from generate_series(1, ${rows}::bigint) n`,
    existing: realmRows('realm_domain'),
    create: (n) =>
      owner.connection.call(addRealmDomain, { domain: `new${n}.example`, allow_subdomains: false }),
  },
  {
    name: 'channels of an organization',
    max: limits.channelsPerRealm,
    fill: (realm, _user, rows) => sql`
      with made as (
        insert into conversation (realm_id) select ${realm} from generate_series(1, ${rows}::bigint) returning id
      )
      insert into channel (realm_id, conversation_id, name) select ${realm}, id, 'channel' || id from made`,
    existing: realmRows('channel'),
    create: (n) => owner.connection.call(createChannel, { name: `new ${n}`, subscribers: [] }),
  },
];

test.each(CASES)(
  'the number of $name is bounded, also for requests at the same time',
  async ({ max, fill, existing, create }) => {
    const { pool } = server.server.world;
    const before = await pool.first(existing(server.realmId, owner.id));
    await run(fill(server.realmId, owner.id, max - 1 - (before?.count ?? 0)));
    const results = await Promise.allSettled([1, 2, 3, 4].map((n) => create(n)));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ status: 400, code: 'BAD_REQUEST', message: /at most/ });
    expect((await pool.first(existing(server.realmId, owner.id)))?.count).toBe(max);
  },
);

/** Runs a statement without the timeouts of the server. */
async function run(statement: RawBuilder<unknown>): Promise<void> {
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { sql: text, parameters } = statement.compile(q);
  await client.query({ text, values: [...parameters] });
  await client.end();
}
