import { Command } from 'commander';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { CommandError } from '../explain.ts';
import { userAt, realmNamed } from '../find.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

type Permissions = { readonly canCreateUsers?: boolean; readonly canChangeUserEmails?: boolean };
type Options = Permissions & { readonly realm: string; readonly email: string };

export function grantCommand(): Command {
  return new Command('grant')
    .description('grant or revoke permissions that only the operator controls')
    .requiredOption('--realm <subdomain>', "subdomain of the organization, or 'root'")
    .requiredOption('--email <address>', 'e-mail address of the user or bot')
    .option('--can-create-users', 'allow creating users with the API')
    .option('--no-can-create-users', 'revoke that permission')
    .option('--can-change-user-emails', "allow changing other users' e-mail addresses with the API")
    .option('--no-can-change-user-emails', 'revoke that permission')
    .action(({ realm: name, email, ...permissions }: Options) =>
      withWorld(async (world) => {
        if (permissions.canCreateUsers === undefined && permissions.canChangeUserEmails === undefined)
          throw new CommandError(
            'Missing permission: pass --can-create-users or --can-change-user-emails, or their --no- forms.',
          );
        const realm = await realmNamed(world.pool, name);
        const user = await userAt(world.pool, realm, email);
        await world.write(realm.id, (tx) => grant(tx, user.id, permissions));
        print(`${user.full_name}: ${describe(permissions).join(', ')}`);
      }),
    );
}

/** Emits no event, because clients do not see these permissions. */
export async function grant(tx: Tx, userId: number, permissions: Permissions): Promise<void> {
  const columns = {
    ...(permissions.canCreateUsers === undefined ? {} : { can_create_users: permissions.canCreateUsers }),
    ...(permissions.canChangeUserEmails === undefined
      ? {}
      : { can_change_user_emails: permissions.canChangeUserEmails }),
  };
  tx.record({ action: 'user.changed', object: { type: 'user', id: userId }, after: columns });
  await tx.all(
    q.updateTable('realm_user').set(columns).where('realm_id', '=', tx.realmId).where('id', '=', userId),
  );
}

function describe({ canCreateUsers, canChangeUserEmails }: Permissions): string[] {
  return [
    ...(canCreateUsers === undefined ? [] : [`${canCreateUsers ? 'may' : 'may not'} create users`]),
    ...(canChangeUserEmails === undefined
      ? []
      : [`${canChangeUserEmails ? 'may' : 'may not'} change e-mail addresses of other users`]),
  ];
}
