import { Command } from 'commander';
import type { World } from '../../world.ts';
import type { PersonRow } from '../../people/person.ts';
import { Refusal } from '../explain.ts';
import { personAt, realmNamed } from '../find.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';

type Options = { readonly realm: string; readonly email: string };

export const showKeyCommand = (): Command =>
  new Command('key')
    .description("show a person's API key")
    .requiredOption('--realm <subdomain>', "the organization's subdomain, or 'root'")
    .requiredOption('--email <address>', "the person's or bot's address")
    .action(({ realm, email }: Options) =>
      withWorld(async (world) => {
        say(openKey(world, await personAt(world.pool, await realmNamed(world.pool, realm), email)));
      }),
    );

const openKey = ({ sealer }: World, person: PersonRow): string => {
  try {
    return sealer.open(person.key_sealed);
  } catch {
    throw new Refusal(
      'The key was sealed with another secret. Set PARLEY_SECRET to the one that the server had when the account was made.',
    );
  }
};
