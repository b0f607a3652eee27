import { roles } from '@parley/contract/rights/roles.ts';
import {
  createInviteLink,
  getInvites,
  resendEmailInvite,
  revokeInviteLink,
  sendInvites,
} from '@parley/contract/endpoints/invites.ts';
import { createUserGroup, getIsUserGroupMember } from '@parley/contract/endpoints/groups.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { addRealmDomain } from '@parley/contract/endpoints/realm-domains.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { fetchApiKey } from '@parley/contract/endpoints/server.ts';
import { createChannel } from '@parley/contract/endpoints/streams.ts';
import { deactivateUser, getUsers, updateUser } from '@parley/contract/endpoints/users.ts';
import { getUserChannels } from '@parley/contract/endpoints/subscriptions.ts';
import { createConnection } from '@parley/client/connection.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { sql } from '../../engine/db/sql.ts';
import { browserWith, cookieOf } from '@parley/test-support/browser.ts';
import { startMailbox, type Mailbox, type Received } from '@parley/test-support/mailbox.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';

const PASSWORD = 'seven purple elephants sing';

let mailbox: Mailbox;
let server: TestServer;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;

beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startTestServer((config) => ({
    ...config,
    mail: { url: mailbox.url, from: 'chat@parley.test' },
    invitesPerDay: 60,
  }));
  owner = await server.user({ role: 100, fullName: 'Olga' });
  admin = await server.user({ role: 200 });
  member = await server.user();
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

function pathIn({ text }: Pick<Received, 'text'>): string {
  return /http:\/\/parley\.test(\/\S+\/\w{32})/.exec(text)?.[1] ?? 'no link';
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}

function fill(path: string, form: Record<string, string>) {
  return raw(server, path, { method: 'POST', form });
}

function joinAt(path: string, name: string, more: Record<string, string> = {}) {
  return fill(path, { full_name: name, password: PASSWORD, ...more });
}

async function logIn(username: string): Promise<TestUser['connection']> {
  const guest = createConnection({ url: server.url, credentials: { email: '', apiKey: '' } });
  const { api_key, email } = await guest.call(fetchApiKey, { username, password: PASSWORD });
  return createConnection({ url: server.url, credentials: { email, apiKey: api_key } });
}

async function userWith(email: string) {
  const { members } = await owner.connection.call(getUsers);
  return members.find(({ delivery_email }) => delivery_email === email);
}

function invite(by: TestUser, emails: string, more: object = {}) {
  return by.connection.call(sendInvites, { invitee_emails: emails, stream_ids: [], ...more });
}

test('an invited user joins with the role, channels and groups of the invitation, and can log in', async () => {
  const { id: channel } = await admin.connection.call(createChannel, {
    name: 'for Nina',
    subscribers: [admin.id],
  });
  const group = await admin.connection.call(createUserGroup, { name: 'nines', description: '', members: [] });
  await invite(admin, 'Nina <nina@Example.com>', {
    invite_as: 300,
    stream_ids: [channel],
    group_ids: [group.group_id],
    welcome_message_custom_text: 'Welcome, Nina!',
  });
  const email = await mailbox.emailTo('nina@example.com');
  const page = await raw(server, pathIn(email));
  expect(page.status).toBe(200);
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*form-action 'self'/);
  expect(page.body.toString()).toContain('nina@example.com');
  const done = await joinAt(pathIn(email), 'Nina');
  expect(done.status).toBe(200);
  const nina = await userWith('nina@example.com');
  expect(nina).toMatchObject({ full_name: 'Nina', role: 300 });
  const user_id = nina?.user_id ?? 0;
  const connection = await logIn('nina@example.com');
  const channels = await owner.connection.call(getUserChannels, { user_id });
  expect(channels.subscribed_channel_ids).toEqual([channel]);
  const membership = { user_group_id: group.group_id, user_id };
  expect(await owner.connection.call(getIsUserGroupMember, membership)).toMatchObject({
    is_user_group_member: true,
  });
  const range = { anchor: 'newest', num_before: 10, num_after: 0 } as const;
  const welcome = await connection.call(getMessages, range);
  expect(welcome.messages.at(-1)?.content).toContain('Welcome, Nina!');
  const notification = await admin.connection.call(getMessages, range);
  expect(notification.messages.at(-1)?.content).toContain('accepted your invitation');
});

test('an invitation by e-mail works once, even for concurrent requests', async () => {
  await invite(member, 'once@example.com');
  const path = pathIn(await mailbox.emailTo('once@example.com'));
  const answers = await Promise.all([joinAt(path, 'First'), joinAt(path, 'Second')]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
  expect((await raw(server, path)).status).toBe(404);
  expect((await member.connection.call(getInvites)).invites).toEqual([]);
});

test('an invitation with default subscriptions subscribes to the default channels', async () => {
  const { id: channel } = await owner.connection.call(createChannel, {
    name: 'default',
    subscribers: [owner.id],
    is_default_stream: true,
  });
  await invite(owner, 'with@example.com', { include_realm_default_subscriptions: true });
  await invite(owner, 'without@example.com');
  for (const who of ['with', 'without'])
    await joinAt(pathIn(await mailbox.emailTo(`${who}@example.com`)), who);
  const channelsOf = async (email: string) => {
    const user = await userWith(email);
    return owner.connection.call(getUserChannels, { user_id: user?.user_id ?? 0 });
  };
  expect((await channelsOf('with@example.com')).subscribed_channel_ids).toContain(channel);
  expect((await channelsOf('without@example.com')).subscribed_channel_ids).toEqual([]);
});

test('a browser that joins is logged in, unless a foreign page sent the form', async () => {
  await invite(owner, 'joins@example.com,forged@example.com');
  const joinFrom = async (site: string, email: string) =>
    raw(server, pathIn(await mailbox.emailTo(email)), {
      method: 'POST',
      form: { full_name: email.replace('@', ' at '), password: PASSWORD },
      headers: { 'sec-fetch-site': site },
    });
  const joined = await joinFrom('same-origin', 'joins@example.com');
  expect([joined.status, joined.headers['location']]).toEqual([302, '/']);
  const me = await browserWith(server, cookieOf(joined)).ask('/users/me');
  expect(me.json()).toMatchObject({ delivery_email: 'joins@example.com' });
  expect((await joinFrom('cross-site', 'forged@example.com')).headers['set-cookie']).toBeUndefined();
});

test('form errors are shown on the page and do not consume the link', async () => {
  await invite(owner, 'slow@example.com');
  const path = pathIn(await mailbox.emailTo('slow@example.com'));
  const weak = await fill(path, { full_name: 'Slow <b>', password: 'password1' });
  expect(weak.status).toBe(400);
  expect(weak.body.toString()).toContain('role="alert"');
  const easy = await fill(path, { full_name: 'Slow', password: 'password1' });
  expect(easy.body.toString()).toContain('easy to guess');
  expect(easy.body.toString()).toContain('value="Slow"');
  expect(easy.body.toString()).not.toContain('password1');
  expect((await joinAt(path, 'Slow')).status).toBe(200);
});

test.each([
  ['guests cannot invite users', roles.guest, roles.member, 'BAD_REQUEST'],
  ['members cannot invite moderators', roles.member, roles.moderator, 'BAD_REQUEST'],
  ['moderators cannot invite administrators', roles.moderator, roles.administrator, 'BAD_REQUEST'],
  ['administrators cannot invite owners', roles.administrator, roles.owner, 'UNAUTHORIZED_PRINCIPAL'],
] as const)('%s', async (_name, role, invite_as, code) => {
  const by = await server.user({ role });
  await expect(invite(by, 'x@example.com', { invite_as })).rejects.toMatchObject({ code });
});

test('members cannot create links by default, or invite to channels they cannot see', async () => {
  await expect(member.connection.call(createInviteLink)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  const { id } = await owner.connection.call(createChannel, {
    name: 'hidden',
    subscribers: [owner.id],
    invite_only: true,
  });
  await expect(invite(member, 'x@example.com', { stream_ids: [id] })).rejects.toMatchObject({
    message: 'There is no such channel.',
  });
});

test('a resent invitation has a new link, and the old link stops working', async () => {
  await invite(member, 'again@example.com');
  const first = await mailbox.emailTo('again@example.com');
  const [row] = (await member.connection.call(getInvites)).invites;
  await member.connection.call(resendEmailInvite, { invite_id: row?.id ?? 0 });
  const second = await mailbox.emailTo('again@example.com', [first]);
  expect((await raw(server, pathIn(first))).status).toBe(404);
  expect((await joinAt(pathIn(second), 'Again')).status).toBe(200);
});

test('a reusable link admits several users, each with a confirmed address', async () => {
  const { invite_link } = await owner.connection.call(createInviteLink, { invite_as: 600 });
  for (const who of ['uno', 'due']) {
    const asked = await fill(pathOf(invite_link), { email: `${who}@example.com` });
    expect(asked.body.toString()).toContain('mailbox');
    const path = pathIn(await mailbox.emailTo(`${who}@example.com`));
    expect((await joinAt(path, who)).status).toBe(200);
    expect((await joinAt(path, who)).status).toBe(404);
    expect(await userWith(`${who}@example.com`)).toMatchObject({ role: 600 });
  }
  const before = [...mailbox.emails];
  const known = await fill(pathOf(invite_link), { email: member.email });
  expect(known.body.toString()).toContain('mailbox');
  const email = await mailbox.emailTo(member.email, before);
  expect(email.text).toContain('already');
  expect(pathIn(email)).toBe('no link');
});

test('a confirmed address cannot join after its invitation link is revoked', async () => {
  const { invite_link } = await owner.connection.call(createInviteLink);
  await fill(pathOf(invite_link), { email: 'late@example.com' });
  const path = pathIn(await mailbox.emailTo('late@example.com'));
  const { invites } = await owner.connection.call(getInvites);
  const link = invites.find(({ link_url }) => link_url === invite_link);
  await owner.connection.call(revokeInviteLink, { invite_id: link?.id ?? 0 });
  expect((await joinAt(path, 'Late')).status).toBe(404);
});

test('invitations of a demoted administrator that grant rights end, others stay', async () => {
  const leader = await server.user({ role: 200 });
  const link = await leader.connection.call(createInviteLink, { invite_as: 200 });
  const plain = await leader.connection.call(createInviteLink, { invite_as: 400 });
  await fill(pathOf(link.invite_link), { email: 'climber@example.com' });
  const confirmed = pathIn(await mailbox.emailTo('climber@example.com'));
  await owner.connection.call(updateUser, { user_id: leader.id, role: 400 });
  expect((await joinAt(confirmed, 'Climber')).status).toBe(404);
  expect((await raw(server, pathOf(link.invite_link))).status).toBe(404);
  expect((await raw(server, pathOf(plain.invite_link))).status).toBe(200);
});

test('an invitation never grants more than its sender may grant when it is used', async () => {
  const leader = await server.user({ role: 200 });
  await invite(leader, 'riser@example.com', { invite_as: 200 });
  const path = pathIn(await mailbox.emailTo('riser@example.com'));
  // The role changes past the server, which therefore does not end the invitation.
  await server.server.world.pool.all(sql`update realm_user set role = 400 where id = ${leader.id}`);
  expect((await joinAt(path, 'Riser')).status).toBe(404);
  expect(await userWith('riser@example.com')).toBeUndefined();
});

test('a reusable link that grants rights expires within ten days', async () => {
  const link = (invite_as: 200 | 300 | 400, invite_expires_in_minutes?: number | null) =>
    owner.connection.call(createInviteLink, {
      invite_as,
      ...(invite_expires_in_minutes === undefined ? {} : { invite_expires_in_minutes }),
    });
  for (const minutes of [null, 14_401]) {
    await expect(link(200, minutes)).rejects.toMatchObject({ status: 400 });
    await expect(link(300, minutes)).rejects.toMatchObject({ status: 400 });
    await link(400, minutes);
  }
  await link(200, 14_400);
  await link(200);
});

test('an invitation ends when it expires or its inviter is deactivated', async () => {
  const leaving = await server.user();
  await invite(leaving, 'left@example.com');
  const path = pathIn(await mailbox.emailTo('left@example.com'));
  await owner.connection.call(deactivateUser, { user_id: leaving.id });
  expect((await raw(server, path)).status).toBe(404);
  await invite(owner, 'soon@example.com', { invite_expires_in_minutes: 1 });
  const soon = pathIn(await mailbox.emailTo('soon@example.com'));
  await server.server.world.pool.all(
    sql`update invitation set expires_at = now() - interval '1 second' where email = 'soon@example.com'`,
  );
  expect((await joinAt(soon, 'Soon')).status).toBe(404);
  for (const invite_expires_in_minutes of [0, -5, 9_007_199_254_740_991])
    await expect(invite(owner, 'x@example.com', { invite_expires_in_minutes })).rejects.toMatchObject({
      status: 400,
    });
});

test('joining without an invitation needs an open organization and an accepted address', async () => {
  expect((await raw(server, '/register')).status).toBe(400);
  await owner.connection.call(updateRealm, { invite_required: false });
  expect((await raw(server, '/register')).status).toBe(200);
  const thrown = await fill('/register', { email: 'x@mailinator.com' });
  expect(thrown.status).toBe(400);
  expect(thrown.body.toString()).toContain('Disposable');
  await owner.connection.call(addRealmDomain, { domain: 'fitting.example', allow_subdomains: false });
  await owner.connection.call(updateRealm, { emails_restricted_to_domains: true });
  expect((await fill('/register', { email: 'x@example.com' })).status).toBe(400);
  expect((await fill('/register', { email: 'walk@fitting.example' })).status).toBe(200);
  const path = pathIn(await mailbox.emailTo('walk@fitting.example'));
  await owner.connection.call(updateRealm, { invite_required: true });
  expect((await joinAt(path, 'Walk')).status).toBe(400);
  await owner.connection.call(updateRealm, { invite_required: false });
  expect((await joinAt(path, 'Walk')).status).toBe(200);
  await expect(invite(owner, 'x@example.com')).rejects.toMatchObject({ code: 'INVITATION_FAILED' });
  const newcomer = await server.user();
  await expect(invite(newcomer, 'x@fitting.example')).rejects.toMatchObject({ code: 'INVITATION_FAILED' });
  await owner.connection.call(updateRealm, { emails_restricted_to_domains: false, invite_required: true });
});

test('a password is reset by e-mail, once, without revealing which addresses have accounts', async () => {
  const forgetful = await server.user({ email: 'forgetful@example.com' });
  const asked = await fill('/reset-password', { email: 'FORGETFUL@example.com' });
  const stranger = await fill('/reset-password', { email: 'nobody-here@example.com' });
  expect([stranger.status, stranger.body.toString()]).toEqual([asked.status, asked.body.toString()]);
  expect((await mailbox.emailTo('nobody-here@example.com')).text).toContain('no account');
  const path = pathIn(await mailbox.emailTo(forgetful.email));
  expect((await fill(path, { password: 'short' })).status).toBe(400);
  expect((await fill(path, { password: PASSWORD })).status).toBe(200);
  expect((await fill(path, { password: PASSWORD })).status).toBe(404);
  await logIn(forgetful.email);
});

test('the number of invitations per day is limited', async () => {
  const many = Array.from({ length: 61 }, (_, index) => `many${index}@example.com`).join('\n');
  await expect(invite(owner, many)).rejects.toMatchObject({
    code: 'INVITATION_FAILED',
    body: { daily_limit_reached: true, sent_invitations: false },
  });
});

test('a token works only in its organization', async () => {
  await server.realm('other');
  await invite(owner, 'home@example.com');
  const path = pathIn(await mailbox.emailTo('home@example.com'));
  expect((await raw(server, path, { host: 'other.parley.test' })).status).toBe(404);
  expect((await raw(server, path, { host: 'nowhere.parley.test' })).status).toBe(404);
  expect((await raw(server, path)).status).toBe(200);
});

test('malformed input is rejected without a server error', async () => {
  for (const path of ['/join/%00', '/join/%F0%9F', `/join/${'x'.repeat(5000)}`, '/reset-password/%ED%A0%80'])
    expect((await raw(server, path)).status).toBeLessThan(500);
  for (const email of ['\0', 'a@b@c', 'x'.repeat(10_000), '<script>'])
    expect((await fill('/reset-password', { email })).status).toBe(400);
  await eventually(async () =>
    expect(await server.server.world.pool.all(sql`select from mail where tries > 1`)).toEqual([]),
  );
});
