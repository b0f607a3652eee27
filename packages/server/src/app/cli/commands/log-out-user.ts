import { Command } from 'commander';
import { isBot } from '../../../http/actor.ts';
import { endCredentialsOf } from '../../../organization/credentials/end.ts';
import { CommandError } from '../explain.ts';
import { userAt, realmNamed } from '../find.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

type Options = { readonly realm: string; readonly email: string };

export function logOutUserCommand(): Command {
  return new Command('logout')
    .description('log all browsers and programs of a human user out')
    .requiredOption('--realm <subdomain>', "subdomain of the organization, or 'root'")
    .requiredOption('--email <address>', 'e-mail address of the user')
    .action(({ realm, email }: Options) =>
      withWorld(async (world) => {
        const user = await userAt(world.pool, await realmNamed(world.pool, realm), email);
        if (isBot(user))
          throw new CommandError(`${user.delivery_email} is a bot. Its owner can change its key.`);
        const count = await world.write(user.realm_id, (tx) => endCredentialsOf(tx, user.id));
        print(`Logged ${user.delivery_email} out: ${count} browsers and programs`);
      }),
    );
}
