import { roles } from '@parley/contract/rights/roles.ts';
import { Option, type Command } from 'commander';
import { q, sql } from '../../../engine/db/sql.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { isBot, SYSTEM_ROLE } from '../../../http/actor.ts';
import { changeEmail } from '../../../organization/users/change-email.ts';
import { changeRole } from '../../../organization/users/change-role.ts';
import { deactivate } from '../../../organization/users/deactivate.ts';
import { isLastOwner } from '../../../organization/users/last-owner.ts';
import { reactivate } from '../../../organization/users/reactivate.ts';
import { rename } from '../../../organization/users/rename.ts';
import { define } from '../define.ts';
import { CommandError } from '../explain.ts';
import { realmNamed, userAt } from '../find.ts';
import { changeUser, EMAIL, realmOption, roleName, stateOf, type InRealm } from './parts.ts';
import { deleteUserCommand, exportUserCommand } from './forget-user.ts';
import { importUsersCommand } from './import-users.ts';

type ListOptions = InRealm & { readonly role?: keyof typeof roles; readonly deactivated?: boolean };

export function userCommands(): Command[] {
  return [
    listCommand(),
    showCommand(),
    roleCommand(),
    renameCommand(),
    emailCommand(),
    deactivateCommand(),
    reactivateCommand(),
    importUsersCommand(),
    exportUserCommand(),
    deleteUserCommand(),
  ];
}

function listCommand(): Command {
  return define<ListOptions>({
    name: 'list',
    description: 'list the human users of an organization',
    options: [
      realmOption(),
      new Option('--role <role>', 'only users with this role').choices(Object.keys(roles)),
      new Option('--deactivated', 'deactivated users instead of active ones'),
    ],
    run: async ({ pool }, _args, { realm, role, deactivated = false }) => {
      const { id } = await realmNamed(pool, realm);
      let query = q
        .selectFrom('realm_user')
        .select(['id', 'delivery_email', 'full_name', 'role', 'date_joined'])
        .where('realm_id', '=', id)
        .where('role', '!=', SYSTEM_ROLE)
        .where('bot_type', 'is', null)
        .where('is_active', '=', !deactivated)
        .orderBy('id');
      if (role !== undefined) query = query.where('role', '=', roles[role]);
      const users = await pool.all(query);
      return {
        rows: users.map((user) => ({
          id: user.id,
          email: user.delivery_email,
          name: user.full_name,
          role: roleName(user.role),
          joined: user.date_joined,
        })),
      };
    },
  });
}

function showCommand(): Command {
  return define<InRealm>({
    name: 'show',
    description: 'show a user: state, role, activity, log-ins, channels and files',
    arguments: [EMAIL],
    options: [realmOption()],
    run: async ({ pool }, [email = ''], { realm: name }) => {
      const realm = await realmNamed(pool, name);
      const user = await userAt(pool, realm, email);
      const facts = await pool.first(sql<{
        active: Date | null;
        credentials: number;
        queues: number;
        channels: number;
        bytes: number;
      }>`select
        (select greatest(active_at, idle_at) from presence where realm_id = ${realm.id} and user_id = ${user.id}) as active,
        (select count(*) from credential where realm_id = ${realm.id} and user_id = ${user.id})::int as credentials,
        (select count(*) from event_queue where realm_id = ${realm.id} and user_id = ${user.id})::int as queues,
        (select count(*) from subscription
          where realm_id = ${realm.id} and user_id = ${user.id} and is_active)::int as channels,
        coalesce((select used from user_upload_space where realm_id = ${realm.id} and user_id = ${user.id}), 0)
          as bytes`);
      return {
        fields: {
          id: user.id,
          email: user.delivery_email,
          name: user.full_name,
          kind: isBot(user) ? 'bot' : 'human',
          role: roleName(user.role),
          state: stateOf(user),
          joined: user.date_joined,
          'last active': facts?.active ?? null,
          'has password': user.password_hash !== null,
          'browsers and programs': facts?.credentials ?? 0,
          'event queues': facts?.queues ?? 0,
          channels: facts?.channels ?? 0,
          'bytes of files': facts?.bytes ?? 0,
        },
      };
    },
  });
}

function roleCommand(): Command {
  return define<InRealm>({
    name: 'role',
    description: 'change the role of a user',
    arguments: [EMAIL, ['<role>', Object.keys(roles).join(', ')]],
    options: [realmOption()],
    run: async (world, [email = '', name = ''], options) => {
      const role = Object.hasOwn(roles, name) ? roles[name as keyof typeof roles] : undefined;
      if (role === undefined)
        throw new CommandError(`Unknown role '${name}'. Roles are: ${Object.keys(roles).join(', ')}.`);
      const user = await changeUser(world, options, email, async (tx, realm, user) => {
        if (user.role === role) return;
        if (await isLastOwner(tx, user))
          throw badRequest(
            'The role of the only organization owner cannot be changed. Name another owner first.',
          );
        await changeRole(tx, realm, user, role, world.clock.now());
      });
      return {
        fields: { email: user.delivery_email, before: roleName(user.role), role: name },
      };
    },
  });
}

function renameCommand(): Command {
  return define<InRealm>({
    name: 'rename',
    description: 'change the full name of a user',
    arguments: [EMAIL, ['<name>', 'new full name']],
    options: [realmOption()],
    run: async (world, [email = '', name = ''], options) => {
      const user = await changeUser(world, options, email, (tx, realm, user) =>
        rename(tx, realm, user, name),
      );
      return { fields: { email: user.delivery_email, before: user.full_name, name: name.trim() } };
    },
  });
}

function emailCommand(): Command {
  return define<InRealm>({
    name: 'email',
    description: 'change the e-mail address of a user, which is also the name for logging in',
    arguments: [EMAIL, ['<new-email>', 'new e-mail address']],
    options: [realmOption()],
    run: async (world, [email = '', address = ''], options) => {
      const user = await changeUser(world, options, email, (tx, realm, user) =>
        changeEmail(tx, world, realm, user, address),
      );
      return { fields: { id: user.id, before: user.delivery_email, email: address } };
    },
  });
}

function deactivateCommand(): Command {
  return define<InRealm>({
    name: 'deactivate',
    description: 'end the account of a user and of the bots of the user; messages stay',
    arguments: [EMAIL],
    options: [realmOption()],
    run: async (world, [email = ''], options) => {
      const user = await changeUser(world, options, email, async (tx, realm, user) => {
        if (!user.is_active) throw badRequest(`${email} is already deactivated.`);
        if (await isLastOwner(tx, user))
          throw badRequest('The only organization owner cannot be deactivated. Name another owner first.');
        await deactivate(tx, realm, user);
      });
      return { fields: { id: user.id, email: user.delivery_email, state: 'deactivated' } };
    },
  });
}

function reactivateCommand(): Command {
  return define<InRealm>({
    name: 'reactivate',
    description: 'give a deactivated user the account back; the user logs in again',
    arguments: [EMAIL],
    options: [realmOption()],
    run: async (world, [email = ''], options) => {
      const user = await changeUser(world, options, email, (tx, realm, user) => reactivate(tx, realm, user));
      return { fields: { id: user.id, email: user.delivery_email, state: 'active' } };
    },
  });
}
