import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { getSecondSteps } from '@parley/contract/endpoints/second-steps.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { UserRow } from '../../http/actor.ts';
import { presentSetupDue } from './requirement.ts';
import { secondStepsOf, type SecondStepRow } from './rows.ts';

type Presented = ResultOf<typeof getSecondSteps>;

export async function presentSecondSteps(reader: Reader, realm: RealmRow, user: UserRow): Promise<Presented> {
  const { id: realmId } = realm;
  const { id: userId } = user;
  const rows = await reader.all(secondStepsOf(realmId, userId));
  const codes = await reader.all(
    q
      .selectFrom('recovery_code')
      .select('user_id')
      .where('realm_id', '=', realmId)
      .where('user_id', '=', userId),
  );
  return {
    second_steps: rows.map(presentSecondStep),
    recovery_codes_left: codes.length,
    setup_due: presentSetupDue(realm, user, rows),
  };
}

function presentSecondStep({
  id,
  kind,
  name,
  created_at,
  last_used,
}: SecondStepRow): Presented['second_steps'][number] {
  return {
    id,
    kind,
    name,
    created: secondsOf(created_at),
    last_used: last_used === null ? null : secondsOf(last_used),
  };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
