import { sql } from '@parley/server/engine/db/sql.ts';
import { evidence, type Attack } from '../attack.ts';
import { ADMINISTRATOR, GUEST, MEMBER, OWNER, PASSWORD } from '../stage.ts';
import { channelOf, fetchKey, numberOf, prepared, sayIn, textOf } from './helpers.ts';

const PRIVATE = { invite_only: 'true', history_public_to_subscribers: 'false' };

/** Attempts to read, write or decide more than a role allows. */
export const permissionAttacks: readonly Attack[] = [
  {
    name: 'an administrator opens the old history of a private channel',
    success: 'a late subscriber reads an old message',
    attempt: async ({ send, account }) => {
      const [creator, late, admin] = [await account(), await account(), await account(ADMINISTRATOR)];
      const channel = await channelOf(send, creator, `salaries ${admin.id}`, PRIVATE);
      const old = await sayIn(send, creator, channel, 'an old secret');
      await subscribe(send, creator, `salaries ${admin.id}`, late.id);
      const form = { history_public_to_subscribers: 'true' };
      await send(`/api/v1/streams/${channel}`, { method: 'PATCH', as: admin, form });
      const { status } = await send(`/api/v1/messages/${old}`, { as: late });
      return evidence(status === 200, 'the old message was read');
    },
  },
  {
    name: 'an administrator opens a private channel to everyone',
    success: 'the message of the channel can be read',
    attempt: async ({ send, account }) => {
      const [creator, admin] = [await account(), await account(ADMINISTRATOR)];
      const channel = await channelOf(send, creator, `closed ${admin.id}`, PRIVATE);
      const message = await sayIn(send, creator, channel, 'a secret');
      for (const form of [
        { is_private: 'false' },
        {
          can_add_subscribers_group: JSON.stringify({
            new: { direct_members: [admin.id], direct_subgroups: [] },
          }),
        },
        {
          can_subscribe_group: JSON.stringify({ new: { direct_members: [admin.id], direct_subgroups: [] } }),
        },
      ])
        await send(`/api/v1/streams/${channel}`, { method: 'PATCH', as: admin, form });
      const form = { subscriptions: JSON.stringify([{ name: `closed ${admin.id}` }]) };
      await send('/api/v1/users/me/subscriptions', { as: admin, form });
      const { status } = await send(`/api/v1/messages/${message}`, { as: admin });
      return evidence(status === 200, 'the administrator read the message');
    },
  },
  {
    name: 'a link of a demoted administrator creates an administrator',
    success: 'an account with the role of administrators exists',
    attempt: async ({ send, account, mailbox, server }) => {
      const [owner, admin] = [await account(OWNER), await account(ADMINISTRATOR)];
      const form = { invite_as: String(ADMINISTRATOR), stream_ids: '[]' };
      const link = textOf((await send('/api/v1/invites/multiuse', { as: admin, form })).json, 'invite_link');
      const demotion = { method: 'PATCH', as: owner, form: { role: String(MEMBER) } };
      await prepared(send(`/api/v1/users/${admin.id}`, demotion));
      const email = `climber${admin.id}@example.com`;
      const asked = await send(new URL(link).pathname, { form: { email } });
      if (asked.status !== 200) return undefined;
      const letter = await Promise.race([mailbox.emailTo(email), afterMs(3_000)]);
      const path = /http:\/\/parley\.test(\/\S+\/\w{32})/.exec(letter?.text ?? '')?.[1];
      if (path === undefined) return undefined;
      await send(path, { form: { full_name: 'Climber', password: 'seven purple elephants sing' } });
      const found = await server.server.world.pool.first(
        sql<{ role: number }>`select role from realm_user where delivery_email = ${email}`,
      );
      return evidence(found !== undefined && found.role <= ADMINISTRATOR, `role ${found?.role ?? 0}`);
    },
  },
  {
    name: 'a member gives a bot to the owner and keeps its key',
    success: 'the old key works for the bot of the owner',
    attempt: async ({ send, account }) => {
      const [owner, member] = [await account(OWNER), await account()];
      const { id, apiKey, email } = await botOf(send, member);
      const form = { bot_owner_id: String(owner.id) };
      const given = await send(`/api/v1/bots/${id}`, { method: 'PATCH', as: member, form });
      const used = await send('/api/v1/users/me', { as: { ...member, email, apiKey } });
      return evidence(given.status === 200 && used.status === 200, 'the old key answers 200');
    },
  },
  {
    name: "an administrator reads the key of a member's bot",
    success: 'the key is returned',
    attempt: async ({ send, account }) => {
      const [admin, member] = [await account(ADMINISTRATOR), await account()];
      const { id } = await botOf(send, member);
      const { status } = await send(`/api/v1/bots/${id}/api_key`, { as: admin });
      return evidence(status === 200, 'the key was returned');
    },
  },
  {
    name: "an administrator makes itself the owner of a member's bot",
    success: 'the owner has changed',
    attempt: async ({ send, account }) => {
      const [admin, member] = [await account(ADMINISTRATOR), await account()];
      const { id } = await botOf(send, member);
      const form = { bot_owner_id: String(admin.id) };
      const { status } = await send(`/api/v1/bots/${id}`, { method: 'PATCH', as: admin, form });
      return evidence(status === 200, 'the owner was changed');
    },
  },
  {
    name: 'a member makes itself an administrator',
    success: 'the role has changed',
    attempt: async ({ send, account }) => {
      const member = await account();
      const form = { role: String(ADMINISTRATOR) };
      const { status } = await send(`/api/v1/users/${member.id}`, { method: 'PATCH', as: member, form });
      return evidence(status === 200, 'the role was changed');
    },
  },
  {
    name: 'an administrator makes itself an owner',
    success: 'the role has changed',
    attempt: async ({ send, account }) => {
      const admin = await account(ADMINISTRATOR);
      const form = { role: String(OWNER) };
      const { status } = await send(`/api/v1/users/${admin.id}`, { method: 'PATCH', as: admin, form });
      return evidence(status === 200, 'the role was changed');
    },
  },
  {
    name: 'a guest lists channels, users and messages that guests do not see',
    success: 'the name or a message of a foreign channel appears',
    attempt: async ({ send, account }) => {
      const [member, guest] = [await account(), await account(GUEST)];
      const name = `hidden from guest ${guest.id}`;
      const channel = await channelOf(send, member, name);
      const message = await sayIn(send, member, channel, 'CANARY-OF-MEMBERS');
      const narrow = encodeURIComponent(
        JSON.stringify([{ operator: 'search', operand: 'CANARY-OF-MEMBERS' }]),
      );
      for (const path of [
        '/streams?include_all=true',
        `/streams/${channel}`,
        `/messages/${message}`,
        `/messages/${message}/history`,
        `/messages?anchor=newest&num_before=50&num_after=0&narrow=${narrow}`,
        `/get_stream_id?stream=${encodeURIComponent(name)}`,
      ]) {
        const { text, status } = await send(`/api/v1${path}`, { as: guest });
        if (text.includes('CANARY') || (status === 200 && text.includes(name))) return `GET ${path}`;
      }
      return undefined;
    },
  },
  {
    name: 'a late subscriber learns the ids of hidden messages when they move',
    success: 'an event lists an id from before the subscription',
    attempt: async ({ send, account }) => {
      const [creator, late] = [await account(), await account()];
      const name = `protected ${late.id}`;
      const channel = await channelOf(send, creator, name, PRIVATE);
      const hidden = await sayIn(send, creator, channel, 'before');
      await subscribe(send, creator, name, late.id);
      const seen = await sayIn(send, creator, channel, 'after');
      const queue = await send('/api/v1/register', { as: late, form: { event_types: '["update_message"]' } });
      const form = { topic: 'moved', propagate_mode: 'change_all' };
      await prepared(send(`/api/v1/messages/${seen}`, { method: 'PATCH', as: creator, form }));
      const query = `queue_id=${textOf(queue.json, 'queue_id')}&last_event_id=${numberOf(queue.json, 'last_event_id')}&dont_block=true`;
      const { json } = await send(`/api/v1/events?${query}`, { as: late });
      const listed = (json['events'] as { message_ids?: number[] }[]).flatMap(
        (event) => event.message_ids ?? [],
      );
      const isWrong = listed.includes(hidden) || !listed.includes(seen);
      return evidence(isWrong, `message_ids ${JSON.stringify(listed)}`);
    },
  },
  {
    name: 'a key is used at the host of another organization',
    success: 'the request is answered for the user',
    attempt: async ({ send, account }) => {
      const evil = await account(OWNER, 'evil');
      const { status } = await send('/api/v1/users/me', { as: evil, host: 'parley.test' });
      return evidence(status === 200, 'status 200');
    },
  },
  {
    name: 'an owner of another organization names ids of the victims',
    success: 'a user, channel or message of the victims is returned or changed',
    attempt: async ({ send, account }) => {
      const [evil, victim] = [await account(OWNER, 'evil'), await account()];
      const channel = await channelOf(send, victim, `of victim ${victim.id}`);
      const message = await sayIn(send, victim, channel, 'CANARY-OF-VICTIM');
      const tries = await Promise.all([
        send(`/api/v1/users/${victim.id}`, { as: evil }),
        send(`/api/v1/streams/${channel}`, { as: evil }),
        send(`/api/v1/messages/${message}`, { as: evil }),
        send(`/api/v1/messages/${message}`, { method: 'DELETE', as: evil }),
        send(`/api/v1/users/${victim.id}`, { method: 'DELETE', as: evil }),
        send(`/api/v1/streams/${channel}`, { method: 'DELETE', as: evil }),
      ]);
      const found = tries.find(
        ({ text }) => text.includes('CANARY-OF-VICTIM') || text.includes(victim.email),
      );
      const survives = await send(`/api/v1/messages/${message}`, { as: victim });
      return evidence(found !== undefined || survives.status !== 200, found?.text ?? 'the message is gone');
    },
  },
  {
    name: 'the text of a deleted message is searched in the log',
    success: 'the text is still stored',
    attempt: async ({ send, account, server }) => {
      const owner = await account(OWNER);
      const canary = `deleted-text-${owner.id}`;
      const channel = await channelOf(send, owner, `of owner ${owner.id}`);
      const message = await sayIn(send, owner, channel, canary);
      const { status } = await send(`/api/v1/messages/${message}`, { method: 'DELETE', as: owner });
      const kept = await server.server.world.pool.first(
        sql<{ n: number }>`select count(*)::int as n from log_entry where event like ${`%${canary}%`}`,
      );
      return evidence(status !== 200 || kept?.n !== 0, `${kept?.n ?? 0} entries contain it`);
    },
  },
  {
    name: 'a deactivated user goes on with an old key',
    success: 'the key or the password still works',
    attempt: async ({ send, account }) => {
      const [owner, user] = [await account(OWNER), await account()];
      await prepared(send(`/api/v1/users/${user.id}`, { method: 'DELETE', as: owner }));
      const key = await send('/api/v1/users/me', { as: user });
      const logIn = await fetchKey(send, user.email, PASSWORD);
      return evidence(key.status === 200 || logIn.status === 200, `${key.status} and ${logIn.status}`);
    },
  },
];

type Send = Parameters<Attack['attempt']>[0]['send'];
type Account = Awaited<ReturnType<Parameters<Attack['attempt']>[0]['account']>>;

async function subscribe(send: Send, as: Account, name: string, userId: number): Promise<void> {
  const form = {
    subscriptions: JSON.stringify([{ name }]),
    ...(as.id === userId ? {} : { principals: JSON.stringify([userId]) }),
  };
  await prepared(send('/api/v1/users/me/subscriptions', { as, form }));
}

async function botOf(send: Send, as: Account): Promise<{ id: number; apiKey: string; email: string }> {
  const form = { full_name: `Bot of ${as.id}`, short_name: `bot-${as.id}`, bot_type: '1' };
  const { json } = await send('/api/v1/bots', { as, form });
  const id = numberOf(json, 'user_id');
  const found = await send(`/api/v1/users/${id}`, { as });
  const user = found.json['user'] as { email: string; delivery_email?: string };
  return { id, apiKey: textOf(json, 'api_key'), email: user.delivery_email ?? user.email };
}

function afterMs(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve(undefined);
    }, milliseconds);
  });
}
