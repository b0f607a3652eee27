import { Command } from 'commander';
import { createResetLink } from '../../../organization/passwords/ask-for-reset.ts';
import { userAt, realmNamed } from '../find.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';

type Options = { readonly realm: string; readonly email: string };

export function resetPasswordCommand(): Command {
  return new Command('reset-password')
    .description('print a link at which a user chooses a new password, once, within a day')
    .requiredOption('--realm <subdomain>', "the organization's subdomain, or 'root'")
    .requiredOption('--email <address>', "the user's address")
    .action((options: Options) =>
      withWorld(async (world) => {
        const realm = await realmNamed(world.pool, options.realm);
        const user = await userAt(world.pool, realm, options.email);
        say(await world.write(realm.id, (tx) => createResetLink(tx, world, realm, user)));
      }),
    );
}
