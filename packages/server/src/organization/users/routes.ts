import * as endpoints from '@parley/contract/endpoints/users.ts';
import type { User } from '@parley/contract/objects/user.ts';
import { newestReceived } from '../../chat/messages/reading/newest-received.ts';
import { announceSignUp } from '../../chat/notices/announce-sign-up.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import { isAdministrator, roles } from '@parley/contract/rights/roles.ts';
import { isBot, shareOf } from '../../http/actor.ts';
import { type Call, route, type Route } from '../../http/route.ts';
import { reactivateBot } from '../bots/reactivate.ts';
import { confirmCredential, replaceBotKey, replaceKeys } from '../credentials/keys.ts';
import { requireRecentLogin, requireRecentLoginForRole } from '../credentials/recent-login.ts';
import { emailDomainError } from '../domains/policy.ts';
import { accessUser, visibleUsersOf } from './access.ts';
import { isEmailAddress } from './address.ts';
import { avatarUrl } from './avatar.ts';
import { createUser } from './create-user.ts';
import { deactivateSelf, deactivateUser } from './deactivate-user.ts';
import { accessBySharedAddress } from './find-user.ts';
import { checkFullName, refuseTakenName } from './full-name.ts';
import { administratorsOnly } from './gates.ts';
import { lockWithActor } from './lock-with-actor.ts';
import { lockAccounts } from './last-owner.ts';
import { checkProposedPassword } from './password-strength.ts';
import { hashPassword } from './passwords.ts';
import { showUser, showUsers } from './show-user.ts';
import { usersPages } from './queries.ts';
import { reactivate } from './reactivate.ts';
import { updateUser } from './update-user.ts';

export const userRoutes: readonly Route[] = [
  route(endpoints.getUsers, async (call, { user_ids, ...view }) => {
    const { world, realm } = call;
    const sees = await visibleUsersOf(world.pool, call, user_ids);
    const members: User[] = [];
    for await (const page of usersPages(world.pool, realm.id, user_ids)) {
      for (const shownUser of await showUsers(call, page.filter(sees), view)) members.push(shownUser);
    }
    return { members };
  }),
  route(
    endpoints.createUser,
    async (call, { email, password, full_name }) => {
      const { world, realm, user: me } = call;
      if (!me.can_create_users) throw badRequest('This account does not have permission to create users.');
      const fullName = checkFullName(full_name);
      await checkAddress(call, email);
      await checkProposedPassword(world, {
        share: shareOf(call),
        chosenFor: undefined,
        password,
        known: [email, fullName],
      });
      const passwordHash = await hashPassword(password);
      const user = await world.write(realm.id, async (tx) => {
        await lockAccounts(tx);
        await refuseTakenName(tx, realm, fullName);
        return createUser(tx, world, {
          email,
          fullName,
          role: roles.member,
          passwordHash,
          awaitsFirstLogin: true,
        });
      });
      await announceSignUp(world, { realm, user });
      return { user_id: user.id };
    },
    administratorsOnly,
  ),
  route(endpoints.getOwnUser, async (call) => {
    const { world, user } = call;
    const view = { client_gravatar: false, include_custom_profile_fields: true };
    const shownUser = await showUser(call, user, view);
    return {
      ...shownUser,
      delivery_email: user.delivery_email,
      avatar_url: avatarUrl(world, user),
      max_message_id: (await newestReceived(world.pool, user)) ?? NO_MESSAGE,
    };
  }),
  route(endpoints.deactivateOwnUser, async (call) => {
    requireRecentLogin(call);
    await call.world.write(call.realm.id, (tx) => deactivateSelf(tx, call));
    return {};
  }),
  route(endpoints.getUser, async (call, { user_id, ...view }) => {
    const user = await accessUser(call.world.pool, call, user_id);
    return { user: await showUser(call, user, view) };
  }),
  route(endpoints.updateUser, async (call, { user_id, ...changes }) => {
    await call.world.write(call.realm.id, (tx) => updateUser(tx, call, user_id, changes));
    return {};
  }),
  route(endpoints.deactivateUser, async (call, { user_id, actions }) => {
    await call.world.write(call.realm.id, (tx) => deactivateUser(tx, call, user_id, actions ?? {}));
    return {};
  }),
  route(endpoints.reactivateUser, async (call, { user_id }) => {
    await call.world.write(call.realm.id, (tx) => reactivateUserOrBot(tx, call, user_id));
    return {};
  }),
  route(endpoints.regenerateApiKey, async (call) => {
    const { world, realm, user, credential } = call;
    const api_key = await world.write(realm.id, async (tx) => {
      await lockWithActor(tx, call, user.id);
      // Of two concurrent requests with the same key, only the first succeeds.
      await confirmCredential(tx, credential);
      return isBot(user) ? replaceBotKey(tx, world.sealer, user.id) : replaceKeys(tx, user.id, credential);
    });
    return { api_key };
  }),
  route(endpoints.getUserByEmail, async (call, { email, ...view }) => {
    const user = await accessBySharedAddress(call.world.pool, call.world.config, call, email);
    return { user: await showUser(call, user, view) };
  }),
  route(endpoints.updateUserByEmail, async (call, { email, ...changes }) => {
    const { world, realm } = call;
    const { id } = await accessBySharedAddress(world.pool, world.config, call, email);
    await world.write(realm.id, (tx) => updateUser(tx, call, id, changes));
    return {};
  }),
];

async function checkAddress({ world, realm }: Call, email: string): Promise<void> {
  if (!isEmailAddress(email)) throw badRequest('The e-mail address is not valid.');
  const error = await emailDomainError(world.pool, realm, email);
  if (error !== undefined) throw badRequest(error);
  const taken = await world.pool.first(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', realm.id)
      .where(sql<boolean>`lower(delivery_email) = lower(${email})`),
  );
  if (taken !== undefined) throw badRequest('This e-mail address is already in use.');
}

/** The value of `max_message_id` for a user who received no message. */
const NO_MESSAGE = -1;

async function reactivateUserOrBot(tx: Tx, call: Call, id: number): Promise<void> {
  await accessUser(tx, call, id);
  await lockAccounts(tx);
  const { me, user } = await lockWithActor(tx, call, id);
  if (!isAdministrator(me) && user.bot_owner_id !== me.id)
    throw badRequest(`You may not reactivate user ${id}.`);
  if (!user.is_active) requireRecentLoginForRole(call, user.role);
  if (isBot(user)) await reactivateBot(tx, call.world.sealer, { realm: call.realm, user: me }, user);
  else await reactivate(tx, call.realm, user);
}
