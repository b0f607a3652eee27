import { basicOf } from '../client.ts';
import { evidence, type Attack } from '../attack.ts';
import { MEMBER, OWNER, PASSWORD } from '../stage.ts';
import { ageLogIns, cookieFor, fetchKey, OWN_PAGE, textOf } from './helpers.ts';

const NEW_PASSWORD = 'seven purple elephants sing';

/** Attempts to use or keep credentials that should not work. */
export const credentialAttacks: readonly Attack[] = [
  {
    name: 'a stolen key is used after the user has changed the password',
    success: 'the key of the other device still works',
    attempt: async ({ send, from, account }) => {
      const user = await account();
      const stolen = textOf((await fetchKey(send, user.email, PASSWORD)).json, 'api_key');
      const own = textOf((await fetchKey(from('127.9.0.1'), user.email, PASSWORD)).json, 'api_key');
      const changed = await send('/api/v1/settings', {
        method: 'PATCH',
        as: { ...user, apiKey: own },
        form: { old_password: PASSWORD, new_password: NEW_PASSWORD },
      });
      const used = await send('/api/v1/users/me', { as: { ...user, apiKey: stolen } });
      return evidence(
        changed.status !== 200 || used.status === 200,
        `${changed.status}, then ${used.status}`,
      );
    },
  },
  {
    name: 'a stolen key is used after the password was reset by e-mail',
    success: 'the key still works',
    attempt: async ({ send, from, account, mailbox }) => {
      const user = await account();
      const stolen = textOf((await fetchKey(send, user.email, PASSWORD)).json, 'api_key');
      const owner = from('127.9.0.2');
      await owner('/reset-password', { form: { email: user.email } });
      const { text } = await mailbox.emailTo(user.email);
      const path = /http:\/\/parley\.test(\/reset-password\/\w+)/.exec(text)?.[1] ?? '';
      const reset = await owner(path, { form: { password: NEW_PASSWORD } });
      const used = await send('/api/v1/users/me', { as: { ...user, apiKey: stolen } });
      return evidence(reset.status !== 200 || used.status === 200, `${reset.status}, then ${used.status}`);
    },
  },
  {
    name: 'a stolen session is used after the user has changed the password',
    success: 'the session still works',
    attempt: async ({ send, from, account }) => {
      const user = await account();
      const stolen = await cookieFor(send, user, PASSWORD);
      const own = await cookieFor(from('127.9.0.3'), user, PASSWORD);
      const form = { old_password: PASSWORD, new_password: NEW_PASSWORD };
      const headers = { ...OWN_PAGE, cookie: own };
      const changed = await send('/json/settings', { method: 'PATCH', form, headers });
      const used = await send('/json/users/me', { headers: { ...OWN_PAGE, cookie: stolen } });
      return evidence(
        changed.status !== 200 || used.status === 200,
        `${changed.status}, then ${used.status}`,
      );
    },
  },
  {
    name: 'a stolen key changes the e-mail address of the account',
    success: 'the change is accepted without password or log-in',
    attempt: async ({ send, server, account }) => {
      const user = await account();
      await ageLogIns(server, user);
      const form = { email: `thief${user.id}@example.com` };
      const { status } = await send('/api/v1/settings', { method: 'PATCH', as: user, form });
      return evidence(status === 200, 'accepted');
    },
  },
  {
    name: "a stolen owner's key deactivates the organization",
    success: 'the organization is deactivated without password or log-in',
    attempt: async ({ send, server, organization }) => {
      const owner = await organization();
      await ageLogIns(server, owner);
      const { status } = await send('/api/v1/realm/deactivate', { method: 'POST', as: owner });
      return evidence(status === 200, 'deactivated');
    },
  },
  {
    name: "a stolen owner's key makes another owner",
    success: 'the role or a link with it is given without password or log-in',
    attempt: async ({ send, server, account }) => {
      const [owner, member] = [await account(OWNER), await account()];
      await ageLogIns(server, owner);
      const form = { role: String(OWNER) };
      const granted = await send(`/api/v1/users/${member.id}`, { method: 'PATCH', as: owner, form });
      const invitation = { invite_as: String(OWNER), stream_ids: '[]' };
      const linked = await send('/api/v1/invites/multiuse', { as: owner, form: invitation });
      return evidence(granted.status === 200 || linked.status === 200, `${granted.status}, ${linked.status}`);
    },
  },
  {
    name: 'one of two devices is lost and its key is ended',
    success: 'both devices have the same key',
    attempt: async ({ send, from, account }) => {
      const user = await account();
      const phone = textOf((await fetchKey(send, user.email, PASSWORD)).json, 'api_key');
      const laptop = textOf((await fetchKey(from('127.9.0.4'), user.email, PASSWORD)).json, 'api_key');
      return evidence(phone === laptop, 'one key for both');
    },
  },
  {
    name: 'a cookie is chosen before the log-in (fixation)',
    success: 'the chosen cookie becomes the session',
    attempt: async ({ send, account }) => {
      const user = await account();
      const chosen = `__Host-parley=${'A'.repeat(43)}`;
      const given = await cookieFor(send, user, PASSWORD, { cookie: chosen });
      const used = await send('/json/users/me', { headers: { ...OWN_PAGE, cookie: chosen } });
      return evidence(given === chosen || used.status === 200, 'the chosen cookie works');
    },
  },
  {
    name: 'a sibling host sets a cookie of another name (tossing)',
    success: 'a cookie without the prefix works',
    attempt: async ({ send, account }) => {
      const token = (await cookieFor(send, await account(), PASSWORD)).split('=')[1] ?? '';
      for (const cookie of [
        `parley-dev=${token}`,
        `parley=${token}`,
        `__Host-Parley=${token}`,
        `__host-parley=${token}`,
        `"__Host-parley"=${token}`,
        `x=1, __Host-parley=${token}`,
      ]) {
        const { status } = await send('/json/users/me', { headers: { ...OWN_PAGE, cookie } });
        if (status === 200) return cookie.replace(token, '…');
      }
      return undefined;
    },
  },
  {
    name: 'a cookie is replayed after the log-out',
    success: 'the ended session works',
    attempt: async ({ send, account }) => {
      const cookie = await cookieFor(send, await account(), PASSWORD);
      const headers = { ...OWN_PAGE, cookie };
      const before = await send('/json/users/me', { headers });
      await send('/json/session', { method: 'DELETE', headers });
      const after = await send('/json/users/me', { headers });
      return evidence(
        before.status !== 200 || after.status === 200,
        `${before.status}, then ${after.status}`,
      );
    },
  },
  {
    name: 'unsigned and foreign tokens are sent as credentials',
    success: 'a request is answered for a user',
    attempt: async ({ send, account }) => {
      const owner = await account(OWNER);
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
      const unsigned = `${part({ alg: 'none' })}.${part({ sub: owner.email, user_id: owner.id })}.`;
      for (const authorization of [
        `Bearer ${unsigned}`,
        `Bearer ${owner.apiKey}`,
        `Basic ${unsigned}`,
        `Digest username="${owner.email}"`,
        `Negotiate ${unsigned}`,
        basicOf({ email: owner.email, apiKey: '' }),
        basicOf({ email: owner.email, apiKey: PASSWORD }),
        basicOf({ email: owner.email, apiKey: owner.apiKey.slice(0, -1) }),
        basicOf({ email: owner.email, apiKey: `${owner.apiKey}\0` }),
        basicOf({ email: owner.email, apiKey: `${owner.apiKey}%` }),
      ]) {
        const { status } = await send('/api/v1/users/me', { headers: { authorization } });
        if (status === 200) return authorization.slice(0, 12);
      }
      return undefined;
    },
  },
  {
    name: 'a key is sent where proxies log it',
    success: 'a key in the address or a form is accepted',
    attempt: async ({ send, account }) => {
      const { apiKey, email } = await account();
      const query = new URLSearchParams({ api_key: apiKey, email, key: apiKey }).toString();
      const byQuery = await send(`/api/v1/users/me?${query}`);
      const byForm = await send('/api/v1/messages/render', {
        form: { api_key: apiKey, email, content: 'x' },
      });
      return evidence(byQuery.status === 200 || byForm.status === 200, 'accepted');
    },
  },
  {
    name: "a member sends its own key with the owner's address",
    success: 'the request is answered as the owner',
    attempt: async ({ send, account }) => {
      const [owner, member] = [await account(OWNER), await account(MEMBER)];
      const { json } = await send('/api/v1/users/me', { as: { ...member, email: owner.email } });
      return evidence(json['user_id'] === owner.id, 'answered as the owner');
    },
  },
];
