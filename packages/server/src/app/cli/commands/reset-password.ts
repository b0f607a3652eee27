import { Command } from 'commander';
import { createResetLink } from '../../../organization/passwords/ask-for-reset.ts';
import { userAt, realmNamed } from '../find.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

type Options = { readonly realm: string; readonly email: string };

export function resetPasswordCommand(): Command {
  return new Command('reset-password')
    .description('print a password-reset link, which works once and expires after a day')
    .requiredOption('--realm <subdomain>', "subdomain of the organization, or 'root'")
    .requiredOption('--email <address>', 'e-mail address of the user')
    .action((options: Options) =>
      withWorld(async (world) => {
        const realm = await realmNamed(world.pool, options.realm);
        const user = await userAt(world.pool, realm, options.email);
        print(await world.write(realm.id, (tx) => createResetLink(tx, world, realm, user)));
      }),
    );
}
