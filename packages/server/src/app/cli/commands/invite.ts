import { roles } from '@parley/contract/rights/roles.ts';
import { Command, Option } from 'commander';
import { CommandError } from '../explain.ts';
import { realmNamed, userAt } from '../find.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { q } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import { linkOf } from '../../../organization/invitations/rows.ts';
import { storeInvitation } from '../../../organization/invitations/store.ts';
import { isEmailAddress, storedAddress } from '../../../organization/users/address.ts';

type Options = {
  readonly realm: string;
  readonly email?: string;
  readonly role: keyof typeof roles;
  readonly days: string;
  readonly by?: string;
};

const DAY_MS = 86_400_000;
const MAX_DAYS = 3_650;

export function inviteCommand(): Command {
  return new Command('invite')
    .description(
      'print an invitation link: for one e-mail address, to be used once, or reusable by anyone with the link',
    )
    .requiredOption('--realm <subdomain>', "subdomain of the organization, or 'root'")
    .option('--email <address>', 'e-mail address to invite; without it, the link is reusable')
    .addOption(
      new Option('--role <role>', 'role of the new user').choices(Object.keys(roles)).default('member'),
    )
    .option('--days <days>', 'days until the link expires', '10')
    .option('--by <address>', 'e-mail address of the inviter; by default the first owner')
    .action((options: Options) =>
      withWorld(async (world) => {
        const realm = await realmNamed(world.pool, options.realm);
        const days = Number(options.days);
        if (!(days > 0 && days <= MAX_DAYS))
          throw new CommandError(`--days must be greater than 0 and at most ${MAX_DAYS}.`);
        const { email } = options;
        if (email !== undefined && !isEmailAddress(email))
          throw new CommandError(`--email: '${email}' is not an e-mail address.`);
        const inviterId = await inviterOf(world, realm, options.by);
        const now = world.clock.now();
        const token = await world.write(realm.id, (tx) =>
          storeInvitation(tx, world, {
            inviterId,
            email: email === undefined ? null : storedAddress(email),
            role: roles[options.role],
            channelIds: [],
            groupIds: [],
            joinsDefaults: true,
            notifiesInviter: false,
            welcomeText: null,
            invitedAt: new Date(now),
            expiresAt: new Date(now + days * DAY_MS),
          }),
        );
        print(linkOf(world, realm, token));
      }),
    );
}

async function inviterOf({ pool }: World, realm: RealmRow, by: string | undefined): Promise<number> {
  if (by !== undefined) return (await userAt(pool, realm, by)).id;
  const owner = await pool.first(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', realm.id)
      .where('role', '=', roles.owner)
      .where('is_active', '=', true)
      .where('bot_type', 'is', null)
      .orderBy('id')
      .limit(1),
  );
  if (owner === undefined)
    throw new CommandError('The organization has no owner yet. Create one: parley user create --role owner');
  return owner.id;
}
