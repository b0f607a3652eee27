import { Command } from 'commander';
import type { World } from '../../../http/world.ts';
import type { UserRow } from '../../../http/actor.ts';
import { CommandError } from '../explain.ts';
import { userAt, realmNamed } from '../find.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

type Options = { readonly realm: string; readonly email: string };

export function showKeyCommand(): Command {
  return new Command('key')
    .description("print a user's API key")
    .requiredOption('--realm <subdomain>', "subdomain of the organization, or 'root'")
    .requiredOption('--email <address>', 'e-mail address of the user or bot')
    .action(({ realm, email }: Options) =>
      withWorld(async (world) => {
        print(openKey(world, await userAt(world.pool, await realmNamed(world.pool, realm), email)));
      }),
    );
}

function openKey({ sealer }: World, user: UserRow): string {
  try {
    return sealer.open(user.key_sealed);
  } catch {
    throw new CommandError(
      'The API key was encrypted with another secret. Set PARLEY_SECRET to the value in use when the user was created.',
    );
  }
}
