import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { getSecondStepsOfUsers } from '@parley/contract/endpoints/second-steps.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import { presentSetupDue } from './requirement.ts';

type Presented = ResultOf<typeof getSecondStepsOfUsers>['users'][number];
type Row = Pick<UserRow, 'id' | 'role' | 'bot_type' | 'date_joined'> & { readonly kinds: string[] };

/** Active human users and the kinds of their second steps, for administrators. */
export async function presentSecondStepsOfUsers(reader: Reader, realm: RealmRow): Promise<Presented[]> {
  const rows = await reader.all(
    q
      .selectFrom('realm_user')
      .select(['id', 'role', 'bot_type', 'date_joined'])
      .select(
        sql<string[]>`array(select distinct kind from second_step s where s.realm_id = realm_user.realm_id
          and s.user_id = realm_user.id and s.confirmed_at is not null order by kind)`.as('kinds'),
      )
      .where('realm_id', '=', realm.id)
      .where('is_active', '=', true)
      .where('bot_type', 'is', null)
      .where('is_imported_stub', '=', false)
      .orderBy('id'),
  );
  return rows.map((row) => presentUser(realm, row));
}

function presentUser(realm: RealmRow, { kinds, ...user }: Row): Presented {
  return { user_id: user.id, kinds, setup_due: presentSetupDue(realm, user, kinds) };
}
