import { Command } from 'commander';
import { createResetLink } from '../../passwords/ask-for-reset.ts';
import { personAt, realmNamed } from '../find.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';

type Options = { readonly realm: string; readonly email: string };

export const resetPasswordCommand = (): Command =>
  new Command('reset-password')
    .description('print a link at which a person chooses a new password, once, within a day')
    .requiredOption('--realm <subdomain>', "the organization's subdomain, or 'root'")
    .requiredOption('--email <address>', "the person's address")
    .action((options: Options) =>
      withWorld(async (world) => {
        const realm = await realmNamed(world.pool, options.realm);
        const person = await personAt(world.pool, realm, options.email);
        say(await world.write(realm.id, (tx) => createResetLink(tx, world, realm, person)));
      }),
    );
