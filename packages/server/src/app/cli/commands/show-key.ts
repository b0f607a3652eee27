import { Command } from 'commander';
import type { World } from '../../../http/world.ts';
import { isBot, type UserRow } from '../../../http/actor.ts';
import { beginKey } from '../../../organization/credentials/begin.ts';
import { openBotKey } from '../../../organization/credentials/keys.ts';
import { CommandError } from '../explain.ts';
import { userAt, realmNamed } from '../find.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

type Options = { readonly realm: string; readonly email: string };

export function showKeyCommand(): Command {
  return new Command('key')
    .description('print the API key of a bot, or a new API key of a human user')
    .requiredOption('--realm <subdomain>', "subdomain of the organization, or 'root'")
    .requiredOption('--email <address>', 'e-mail address of the user or bot')
    .action(({ realm, email }: Options) =>
      withWorld(async (world) => {
        const user = await userAt(world.pool, await realmNamed(world.pool, realm), email);
        print(isBot(user) ? await readKey(world, user) : await newKey(world, user));
      }),
    );
}

/** Keys of human users are stored as hashes, so the command cannot print an existing one. */
function newKey({ write }: World, user: UserRow): Promise<string> {
  if (!user.is_active) throw new CommandError(`${user.delivery_email} is deactivated.`);
  return write(user.realm_id, (tx) => beginKey(tx, user, { name: 'parley user key' }));
}

async function readKey({ write, sealer }: World, bot: UserRow): Promise<string> {
  await write(bot.realm_id, async (tx) => {
    tx.record({ action: 'key.shown', object: { type: 'user', id: bot.id } });
  });
  try {
    return openBotKey(sealer, bot);
  } catch {
    throw new CommandError(
      'The API key was encrypted with another secret. Set PARLEY_SECRET to the value in use when the bot was created.',
    );
  }
}
