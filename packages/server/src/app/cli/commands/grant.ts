import { Command } from 'commander';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { CommandError } from '../explain.ts';
import { userAt, realmNamed } from '../find.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';

type Rights = { readonly canCreateUsers?: boolean; readonly canChangeUserEmails?: boolean };
type Options = Rights & { readonly realm: string; readonly email: string };

export function grantCommand(): Command {
  return new Command('grant')
    .description('give or take the rights that only the operator decides about')
    .requiredOption('--realm <subdomain>', "the organization's subdomain, or 'root'")
    .requiredOption('--email <address>', "the user's or bot's address")
    .option('--can-create-users', 'may create accounts over the API')
    .option('--no-can-create-users', 'may not')
    .option('--can-change-user-emails', "may change other users's addresses over the API")
    .option('--no-can-change-user-emails', 'may not')
    .action(({ realm: name, email, ...rights }: Options) =>
      withWorld(async (world) => {
        if (rights.canCreateUsers === undefined && rights.canChangeUserEmails === undefined)
          throw new CommandError('Which right? Name one: --can-create-users, --can-change-user-emails.');
        const realm = await realmNamed(world.pool, name);
        const user = await userAt(world.pool, realm, email);
        await world.write(realm.id, (tx) => grant(tx, user.id, rights));
        say(`${user.full_name}: ${linesOf(rights).join(', ')}`);
      }),
    );
}

/** Rights of this kind are no part of any object that clients see, so nothing is emitted. */
export async function grant(tx: Tx, userId: number, rights: Rights): Promise<void> {
  const columns = {
    ...(rights.canCreateUsers === undefined ? {} : { can_create_users: rights.canCreateUsers }),
    ...(rights.canChangeUserEmails === undefined
      ? {}
      : { can_change_user_emails: rights.canChangeUserEmails }),
  };
  await tx.all(
    q.updateTable('realm_user').set(columns).where('realm_id', '=', tx.realmId).where('id', '=', userId),
  );
}

function linesOf({ canCreateUsers, canChangeUserEmails }: Rights): string[] {
  return [
    ...(canCreateUsers === undefined ? [] : [`${canCreateUsers ? 'may' : 'may not'} create accounts`]),
    ...(canChangeUserEmails === undefined
      ? []
      : [`${canChangeUserEmails ? 'may' : 'may not'} change addresses of others`]),
  ];
}
