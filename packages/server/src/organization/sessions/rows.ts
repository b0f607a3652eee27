import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { getSessions } from '@parley/contract/endpoints/sessions.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { Account } from '../../http/accounts.ts';

type PresentedSession = ResultOf<typeof getSessions>['sessions'][number];

/** The sessions of the user, newest first. */
export async function sessionsOf(
  reader: Reader,
  { user, session }: Pick<Account, 'user' | 'session'>,
): Promise<PresentedSession[]> {
  const rows = await reader.all(
    q
      .selectFrom('browser_session')
      .select(['id', 'client', 'created_at', 'last_used'])
      .where('realm_id', '=', user.realm_id)
      .where('user_id', '=', user.id)
      .orderBy('id', 'desc'),
  );
  return rows.map(({ id, client, created_at, last_used }) => ({
    id,
    created: secondsOf(created_at),
    last_used: secondsOf(last_used),
    client,
    is_current: id === session?.id,
  }));
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
