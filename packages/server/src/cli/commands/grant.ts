import { Command } from 'commander';
import { q } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../explain.ts';
import { personAt, realmNamed } from '../find.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';

type Rights = { readonly canCreateUsers?: boolean; readonly canChangeUserEmails?: boolean };
type Options = Rights & { readonly realm: string; readonly email: string };

export const grantCommand = (): Command =>
  new Command('grant')
    .description('give or take the rights that only the operator decides about')
    .requiredOption('--realm <subdomain>', "the organization's subdomain, or 'root'")
    .requiredOption('--email <address>', "the person's or bot's address")
    .option('--can-create-users', 'may create accounts over the API')
    .option('--no-can-create-users', 'may not')
    .option('--can-change-user-emails', "may change other people's addresses over the API")
    .option('--no-can-change-user-emails', 'may not')
    .action(({ realm: name, email, ...rights }: Options) =>
      withWorld(async (world) => {
        if (rights.canCreateUsers === undefined && rights.canChangeUserEmails === undefined)
          throw new Refusal('Which right? Name one: --can-create-users, --can-change-user-emails.');
        const realm = await realmNamed(world.pool, name);
        const person = await personAt(world.pool, realm, email);
        await world.write(realm.id, (tx) => grant(tx, person.id, rights));
        say(`${person.full_name}: ${linesOf(rights).join(', ')}`);
      }),
    );

/** Rights of this kind are no part of any object that clients see, so nothing is emitted. */
export const grant = async (tx: Tx, personId: number, rights: Rights): Promise<void> => {
  const columns = {
    ...(rights.canCreateUsers === undefined ? {} : { can_create_users: rights.canCreateUsers }),
    ...(rights.canChangeUserEmails === undefined
      ? {}
      : { can_change_user_emails: rights.canChangeUserEmails }),
  };
  await tx.all(
    q.updateTable('person').set(columns).where('realm_id', '=', tx.realmId).where('id', '=', personId),
  );
};

const linesOf = ({ canCreateUsers, canChangeUserEmails }: Rights): string[] => [
  ...(canCreateUsers === undefined ? [] : [`${canCreateUsers ? 'may' : 'may not'} create accounts`]),
  ...(canChangeUserEmails === undefined
    ? []
    : [`${canChangeUserEmails ? 'may' : 'may not'} change addresses of others`]),
];
