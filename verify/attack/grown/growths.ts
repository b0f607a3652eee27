import { Client } from 'pg';
import type { Account } from '../client.ts';
import { channelOf, numberOf, prepared, sayIn } from '../areas/helpers.ts';
import type { Stage } from '../stage.ts';

/** Parts to which an object is grown, unless the server refuses more before. */
const PARTS = 10_000;

/** An object that grows without a bound of its own, or up to one, and requests that read it. */
export type Growth = {
  readonly name: string;
  readonly grow: (stage: Stage, owner: Account) => Promise<readonly string[]>;
};

/** Rows are copied where 10,000 requests would take too long; the first part is always made by the API. */
export const growths: readonly Growth[] = [
  {
    name: 'reactions of a message',
    grow: async (stage, as) => {
      const message = await messageIn(stage, as);
      const form = { emoji_name: 'octopus' };
      await prepared(stage.send(`/api/v1/messages/${message}/reactions`, { as, form }));
      await run(
        stage,
        `insert into reaction (realm_id, message_id, user_id, reaction_type, emoji_code, emoji_name, position)
        select r.realm_id, message_id, u.id, reaction_type, emoji_code, emoji_name, position from reaction r, realm_user u
        where r.realm_id = $1 and message_id = $2 and u.realm_id = $1 and u.id <> $3`,
        [as.realmId, message, as.id],
      );
      return [`/api/v1/messages/${message}`, NEWEST];
    },
  },
  {
    name: 'submessages of a message',
    grow: async (stage, as) => {
      const channel = await channelOf(stage.send, as, `poll ${as.id}`);
      const form = {
        type: 'channel',
        to: String(channel),
        topic: 'polls',
        content: '/poll what?',
      };
      const message = numberOf((await prepared(stage.send('/api/v1/messages', { as, form }))).json, 'id');
      await run(
        stage,
        `insert into submessage (realm_id, message_id, sender_id, msg_type, content)
        select $1, $2, $3, 'widget', '{"type":"vote","key":"canned,0","vote":1}'
        from generate_series(1, $4::int)`,
        [as.realmId, message, as.id, PARTS],
      );
      return [`/api/v1/messages/${message}`, NEWEST];
    },
  },
  {
    name: 'messages of 10,000 characters',
    grow: async ({ send }, as) => {
      const channel = await channelOf(send, as, `long ${as.id}`);
      const content = `octopus ${':+1:'.repeat(2_400)}`;
      await many(LONG_MESSAGES, async () => {
        await sayIn(send, as, channel, content, 'long');
      });
      return ['', `&narrow=${encodeURIComponent('[{"operator":"search","operand":"octopus"}]')}`].map(
        (narrow) => `/api/v1/messages?anchor=newest&num_before=5000&num_after=0${narrow}`,
      );
    },
  },
  {
    name: 'members of a group',
    grow: async (stage, as) => {
      const form = { name: `group ${as.id}`, description: '', members: `[${as.id}]` };
      const made = await prepared(stage.send('/api/v1/user_groups/create', { as, form }));
      const group = numberOf(made.json, 'group_id');
      const users = await run(
        stage,
        `select id from realm_user where realm_id = $1 and id <> $2 and role = 400`,
        [as.realmId, as.id],
      );
      const add = JSON.stringify(users.map(({ id }) => Number(id)));
      await prepared(stage.send(`/api/v1/user_groups/${group}/members`, { as, form: { add } }));
      return [`/api/v1/user_groups/${group}/members`, '/api/v1/user_groups', REGISTER];
    },
  },
  {
    name: 'users of an organization',
    grow: () => Promise.resolve(['/api/v1/users', '/api/v1/realm/presence', REGISTER]),
  },
  {
    name: 'subscriptions of a user',
    grow: async (stage, as) => {
      for (let n = 0; n < PARTS; n += 100) {
        const names = Array.from({ length: 100 }, (_, m) => ({ name: `channel ${n + m}` }));
        const form = { subscriptions: JSON.stringify(names), send_new_subscription_messages: 'false' };
        if ((await stage.send('/api/v1/users/me/subscriptions', { as, form })).status !== 200) break;
      }
      return ['/api/v1/users/me/subscriptions', '/api/v1/streams', REGISTER];
    },
  },
  {
    name: 'topics of a channel',
    grow: async (stage, as) => {
      const channel = await channelOf(stage.send, as, `topics ${as.id}`);
      await sayIn(stage.send, as, channel, 'x', 'first');
      await run(
        stage,
        `insert into topic (realm_id, channel_id, topic_key, name, last_message_id)
        select realm_id, channel_id, 'topic ' || n, 'Topic ' || n, last_message_id from topic, generate_series(2, $3::int) as n
        where realm_id = $1 and channel_id = $2`,
        [as.realmId, channel, PARTS],
      );
      return [`/api/v1/users/me/${channel}/topics`, REGISTER];
    },
  },
  {
    name: 'policies of topics',
    grow: async (stage, as) => {
      const channel = await channelOf(stage.send, as, `policies ${as.id}`);
      const form = { stream_id: String(channel), topic: 'first', visibility_policy: '1' };
      await prepared(stage.send('/api/v1/user_topics', { as, form }));
      await run(
        stage,
        `insert into topic_policy (realm_id, user_id, channel_id, topic, policy, updated_at)
        select $1, $2, $3, 'topic ' || n, 1, now() from generate_series(2, $4::int) as n`,
        [as.realmId, as.id, channel, PARTS],
      );
      return [REGISTER];
    },
  },
  untilRefused('alert words', '/api/v1/users/me/alert_words', 500, (n) => ({
    alert_words: JSON.stringify(Array.from({ length: 500 }, (_, m) => `word ${n + m}`)),
  })),
  untilRefused('drafts', '/api/v1/drafts', 100, () => ({
    drafts: JSON.stringify(
      Array.from({ length: 100 }, () => ({ type: 'private', to: [], topic: '', content: 'x'.repeat(9_000) })),
    ),
  })),
  untilRefused('saved snippets', '/api/v1/saved_snippets', 1, (n) => ({
    title: `snippet ${n}`,
    content: 'x'.repeat(9_000),
  })),
  untilRefused('scheduled messages', '/api/v1/scheduled_messages', 1, (_n, as) => ({
    type: 'direct',
    to: `[${as.id}]`,
    content: 'x'.repeat(9_000),
    scheduled_delivery_timestamp: String(Math.floor(Date.now() / 1000) + 86_400),
  })),
  {
    name: 'edits of a message, 10,000 characters each',
    grow: async (stage, as) => {
      const message = await messageIn(stage, as);
      for (let n = 0; n < EDITS_BY_API; n += 1) {
        const form = { content: `**${n}** ${'word '.repeat(1_990)}` };
        const { status } = await stage.send(`/api/v1/messages/${message}`, { method: 'PATCH', as, form });
        if (status !== 200) return readsOf(message);
      }
      const kept = await run(
        stage,
        'select position as id from message_edit where realm_id = $1 and message_id = $2',
        [as.realmId, message],
      );
      // A server that keeps only some of the edits has a bound.
      if (kept.length === EDITS_BY_API)
        await run(
          stage,
          `insert into message_edit (realm_id, message_id, position, user_id, at, prev_content, prev_rendered)
          select realm_id, message_id, position + n, user_id, at, prev_content, prev_rendered
          from message_edit, generate_series(1, $3::int) as n
          where realm_id = $1 and message_id = $2
            and position = (select max(position) from message_edit where realm_id = $1 and message_id = $2)`,
          [as.realmId, message, PARTS],
        );
      return readsOf(message);
    },
  },
];

/** Their HTML is twenty times as long as their text. */
const LONG_MESSAGES = 400;

/** More than a server with a bound keeps. */
const EDITS_BY_API = 250;

function readsOf(message: number): string[] {
  return [`/api/v1/messages/${message}/history`, `/api/v1/messages/${message}`];
}

const NEWEST = '/api/v1/messages?anchor=newest&num_before=100&num_after=0';
/** A registration tells the state of everything. */
const REGISTER = 'POST /api/v1/register';

/** Requests that add parts at once. */
const WRITERS = 8;

function untilRefused(
  name: string,
  path: string,
  step: number,
  form: (n: number, as: Account) => Readonly<Record<string, string>>,
): Growth {
  return {
    name,
    grow: async ({ send }, as) => {
      let next = 0;
      let isRefused = false;
      const write = async (): Promise<void> => {
        while (next < PARTS && !isRefused) {
          const n = next;
          next += step;
          isRefused ||= (await send(path, { as, form: form(n, as) })).status !== 200;
        }
      };
      await Promise.all(Array.from({ length: WRITERS }, write));
      return [path, REGISTER];
    },
  };
}

async function many(count: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, worker));
}

async function messageIn({ send }: Stage, as: Account): Promise<number> {
  return sayIn(send, as, await channelOf(send, as, `grown ${as.id} ${crypto.randomUUID()}`), 'x');
}

/** A connection without the time limit of the server. */
async function run(
  { server }: Stage,
  statement: string,
  values: readonly unknown[],
): Promise<readonly { readonly id: string }[]> {
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    return (await client.query<{ id: string }>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** An organization with 10,000 users, who are rows only. */
export async function grownOrganization(stage: Stage): Promise<Account> {
  const owner = await stage.organization();
  await run(
    stage,
    `insert into realm_user (realm_id, delivery_email, full_name, name_key, role, key_hash, key_sealed)
    select $1, 'grown' || n || '@example.com', 'Grown ' || n, 'grown ' || n, 400,
      sha256(('grown' || n)::bytea), '' from generate_series(1, $2::int) as n`,
    [owner.realmId, PARTS],
  );
  return owner;
}
