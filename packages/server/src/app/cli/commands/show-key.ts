import { Command } from 'commander';
import type { World } from '../../../http/world.ts';
import type { UserRow } from '../../../http/actor.ts';
import { CommandError } from '../explain.ts';
import { userAt, realmNamed } from '../find.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';

type Options = { readonly realm: string; readonly email: string };

export function showKeyCommand(): Command {
  return new Command('key')
    .description("show a user's API key")
    .requiredOption('--realm <subdomain>', "the organization's subdomain, or 'root'")
    .requiredOption('--email <address>', "the user's or bot's address")
    .action(({ realm, email }: Options) =>
      withWorld(async (world) => {
        say(openKey(world, await userAt(world.pool, await realmNamed(world.pool, realm), email)));
      }),
    );
}

function openKey({ sealer }: World, user: UserRow): string {
  try {
    return sealer.open(user.key_sealed);
  } catch {
    throw new CommandError(
      'The key was sealed with another secret. Set PARLEY_SECRET to the one that the server had when the account was made.',
    );
  }
}
