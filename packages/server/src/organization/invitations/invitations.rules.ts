import {
  items,
  lacking,
  numberAt,
  plain,
  refused,
  same,
  success,
  textAt,
  type Item,
} from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const LIST = 'get-invites';
const SEND = 'send-invites';
const LINK = 'create-invite-link';

async function list(w: World, as: User): Promise<readonly Item[]> {
  return items(success(await w.ask('GET', '/invites', { as })), 'invites');
}

function link(w: World, as: User, form: Item = {}) {
  return w.ask('POST', '/invites/multiuse', { as, form });
}

/** Invites by mail. Only servers of the suite's own, which send nothing: others would write to strangers. */
function send(w: World, as: User, emails: string, form: Item = {}) {
  w.own();
  return w.ask('POST', '/invites', { as, form: { invitee_emails: emails, stream_ids: [], ...form } });
}

const failed = { sent_invitations: false, license_limit_reached: false, daily_limit_reached: false };

function near(seconds: unknown, expected: number): boolean {
  return Math.abs(Number(seconds) - expected) < 120;
}

/** An invitation link of a user, as it is listed. */
async function withLink(w: World, as: User, form: Item = {}): Promise<Item> {
  const url = textAt(success(await link(w, as, form)), 'invite_link');
  const made = (await list(w, as)).find((one) => one['link_url'] === url) ?? {};
  w.later(() => w.ask('DELETE', `/invites/multiuse/${String(made['id'])}`, { as }));
  return made;
}

export const inviteRules: readonly Rule[] = [
  rule('IV-1', LIST, 'A user without invitations gets an empty list.', async (w) => {
    same(await list(w, await w.user()), [], 'the invitations');
  }),
  rule('IV-2', LIST, 'Guests and bots may not ask.', async (w) => {
    const owner = await w.owner();
    refused(await w.ask('GET', '/invites', { as: await w.user({ role: 600 }) }));
    refused(await w.ask('GET', '/invites', { as: await w.bot(owner) }));
  }),
  rule('IV-3', LINK, 'A link is listed with its address, role and end, ten days from now.', async (w) => {
    const owner = await w.owner();
    const { id, invited, expiry_date, link_url, ...made } = await withLink(w, owner);
    same(made, { invited_by_user_id: owner.id, invited_as: 400, is_multiuse: true }, 'the link');
    same([typeof id, typeof link_url], ['number', 'string'], 'the types');
    const now = Date.now() / 1000;
    same(near(invited, now) && near(expiry_date, now + 14_400 * 60), true, 'that the times are right');
  }),
  rule('IV-4', LINK, 'A link that is to last for ever has no end.', async (w) => {
    const made = await withLink(w, await w.owner(), { invite_expires_in_minutes: null });
    same(made['expiry_date'], null, 'the end');
  }),
  rule('IV-5', LINK, 'A time of no minutes, or of less, is refused.', async (w) => {
    const owner = await w.owner();
    for (const minutes of [0, -1]) refused(await link(w, owner, { invite_expires_in_minutes: minutes }));
  }),
  rule('IV-6', LINK, 'Members create no links where administrators do.', async (w) => {
    refused(await link(w, await w.user()));
    success(await link(w, await w.user({ role: 200 })));
  }),
  rule('IV-7', LINK, 'Only owners make owners; the code says so.', async (w) => {
    refused(await link(w, await w.user({ role: 200 }), { invite_as: 100 }), 'UNAUTHORIZED_PRINCIPAL');
    success(await link(w, await w.owner(), { invite_as: 100 }));
  }),
  rule('IV-8', LINK, 'Roles other than the five are refused.', async (w) => {
    for (const role of [0, 500, '"400"']) refused(await link(w, await w.owner(), { invite_as: role }));
  }),
  rule('IV-9', LINK, 'A channel or a group that does not exist is refused.', async (w) => {
    const owner = await w.owner();
    refused(await link(w, owner, { stream_ids: [999_999_999] }));
    refused(await link(w, owner, { group_ids: [999_999_999] }));
  }),
  rule('IV-10', LINK, 'Links that make owners are not shown to administrators, others are.', async (w) => {
    const secret = await withLink(w, await w.owner(), { invite_as: 100 });
    const open = await withLink(w, await w.owner(), { invite_as: 600 });
    const seen = (await list(w, await w.user({ role: 200 }))).map(({ id }) => id);
    same([seen.includes(secret['id']), seen.includes(open['id'])], [false, true], 'what is seen');
  }),
  rule('IV-11', 'revoke-invite-link', 'A revoked link is gone, and revoked once.', async (w) => {
    const owner = await w.owner();
    const { id } = await withLink(w, owner);
    plain(await w.ask('DELETE', `/invites/multiuse/${String(id)}`, { as: owner }));
    refused(await w.ask('DELETE', `/invites/multiuse/${String(id)}`, { as: owner }));
    same(
      (await list(w, owner)).filter((one) => one['id'] === id),
      [],
      'the links of this id',
    );
  }),
  rule(
    'IV-12',
    'revoke-invite-link',
    "A link is not revoked as a mail, nor by a stranger's hand.",
    async (w) => {
      const { id } = await withLink(w, await w.owner());
      refused(await w.ask('DELETE', `/invites/${String(id)}`, { as: await w.owner() }));
      refused(await w.ask('POST', `/invites/${String(id)}/resend`, { as: await w.owner() }));
      refused(await w.ask('DELETE', `/invites/multiuse/${String(id)}`, { as: await w.user() }));
    },
  ),
  rule('IV-13', LINK, 'Administrators and the creator receive the event; others do not.', async (w) => {
    const [owner, member] = [await w.owner(), await w.user()];
    const others = await w.listen(member, { event_types: ['invites_changed'], fetch_event_types: [] });
    const heard = await during(w, await w.user({ role: 200 }), ['invites_changed'], () => link(w, owner));
    same(heard, [{ type: 'invites_changed' }], 'what an administrator hears');
    same(await others.events(), [], 'what a member hears');
  }),
  rule('IV-14', SEND, 'An invitation by mail is listed with its address.', async (w) => {
    const as = await w.user();
    const email = `${w.unique('new')}@example.com`;
    plain(await send(w, as, `New Member <${email}>`, { invite_as: 600, notify_referrer_on_join: false }));
    const [{ id, invited: _, expiry_date: __, ...made } = {}] = await list(w, as);
    same(typeof id, 'number', 'the type of the id');
    const user = { email, invited_as: 600, invited_by_user_id: as.id };
    same(made, { ...user, is_multiuse: false, notify_referrer_on_join: false }, 'the invitation');
  }),
  rule('IV-15', SEND, 'A single malformed address refuses all invitations of the request.', async (w) => {
    const as = await w.user();
    const answer = await send(w, as, `${w.unique('new')}@example.com, nonsense`);
    refused(answer, 'INVITATION_FAILED', failed);
    same([answer.at('errors', 0, 0), answer.at('errors', 0, 2)], ['nonsense', false], 'the error');
    same(await list(w, as), [], 'the invitations');
  }),
  rule('IV-16', SEND, 'Addresses of accounts are left out, and the others invited.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const email = `${w.unique('new')}@example.com`;
    const answer = await send(w, as, `${other.email},${email}`);
    refused(answer, 'INVITATION_FAILED', { ...failed, sent_invitations: true });
    same(answer.at('errors', 0, 0), other.email, 'who is left out');
    same(
      (await list(w, as)).map((one) => one['email']),
      [email],
      'who is invited',
    );
    refused(await send(w, as, other.email), 'INVITATION_FAILED', failed);
  }),
  rule(
    'IV-17',
    SEND,
    'Addresses and channels must be given, not be empty, and not be too many.',
    async (w) => {
      const as = await w.user();
      w.own();
      lacking(await w.ask('POST', '/invites', { as, form: { stream_ids: [] } }), 'invitee_emails');
      lacking(await w.ask('POST', '/invites', { as, form: { invitee_emails: 'a@b.example' } }), 'stream_ids');
      refused(await send(w, as, ' , '));
      refused(
        await send(w, as, Array.from({ length: 1001 }, (_, n) => `a${n}@b.example`).join(', ')),
        'BAD_REQUEST',
      );
      refused(await send(w, as, 'a\n'.repeat(100_000)), 'BAD_REQUEST');
    },
  ),
  rule('IV-18', SEND, 'Members invite members and guests; moderators too.', async (w) => {
    for (const role of [400, 300]) {
      const as = await w.user({ role });
      refused(await send(w, as, `${w.unique('new')}@example.com`, { invite_as: 300 }));
      plain(await send(w, as, `${w.unique('new')}@example.com`, { invite_as: 400 }));
    }
  }),
  rule('IV-19', SEND, 'Only administrators say how new users are welcomed.', async (w) => {
    const welcome = { welcome_message_custom_text: 'Hello!' };
    refused(await send(w, await w.user(), `${w.unique('new')}@example.com`, welcome));
    plain(await send(w, await w.owner(), `${w.unique('new')}@example.com`, welcome));
  }),
  rule(
    'IV-20',
    'revoke-email-invite',
    'The inviter and administrators revoke an invitation; for others it does not exist.',
    async (w) => {
      const as = await w.user();
      plain(await send(w, as, `${w.unique('new')}@example.com, ${w.unique('new')}@example.com`));
      const [first, second] = (await list(w, as)).map(({ id }) => String(id));
      refused(await w.ask('DELETE', `/invites/${first}`, { as: await w.user() }));
      refused(await w.ask('DELETE', `/invites/multiuse/${first}`, { as }));
      plain(await w.ask('DELETE', `/invites/${first}`, { as }));
      plain(await w.ask('DELETE', `/invites/${second}`, { as: await w.user({ role: 200 }) }));
      same(await list(w, as), [], 'what is left');
    },
  ),
  rule('IV-21', 'resend-email-invite', 'An invitation is sent again by who may revoke it.', async (w) => {
    const as = await w.user();
    plain(await send(w, as, `${w.unique('new')}@example.com`));
    const [made = {}] = await list(w, as);
    refused(await w.ask('POST', `/invites/${String(made['id'])}/resend`, { as: await w.user() }));
    plain(await w.ask('POST', `/invites/${String(made['id'])}/resend`, { as }));
    same(await list(w, as), [made], 'the invitations');
  }),
  rule('IV-22', SEND, 'The invitations of who is deactivated end.', async (w) => {
    const as = await w.user();
    const owner = await w.owner();
    plain(await send(w, as, `${w.unique('new')}@example.com`));
    const id = numberAt(await w.ask('GET', '/invites', { as }), 'invites', 0, 'id');
    plain(await w.ask('DELETE', `/users/${as.id}`, { as: owner }));
    refused(await w.ask('DELETE', `/invites/${id}`, { as: owner }));
  }),
];
