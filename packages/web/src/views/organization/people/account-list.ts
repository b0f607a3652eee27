import type { State } from '@parley/client';
import { roles } from '@parley/contract/rights/roles.ts';
import { fold } from '../../../words/fold.ts';

export type AccountFilter = 'active' | 'guests' | 'deactivated';

export type AccountRow = {
  readonly userId: number;
  readonly name: string;
  /** Undefined where the reader may not see the address. */
  readonly email: string | undefined;
  readonly role: number;
  readonly isActive: boolean;
};

type Lists = Pick<State, 'realm_users' | 'realm_non_active_users'>;
type User = NonNullable<State['realm_users']>[number];

/** Accounts of people, without bots, by filter and name. */
export function accountsOf(state: Lists): Readonly<Record<AccountFilter, readonly AccountRow[]>> {
  const collator = new Intl.Collator();
  const rows = (users: readonly User[] | undefined, isActive: boolean): readonly AccountRow[] =>
    (users ?? [])
      .filter((user) => !user.is_bot)
      .map((user) => ({
        userId: user.user_id,
        name: user.full_name,
        email: user.delivery_email ?? undefined,
        role: user.role,
        isActive,
      }))
      .toSorted((a, b) => collator.compare(a.name, b.name));
  const active = rows(state.realm_users, true);
  return {
    active,
    guests: active.filter(({ role }) => role === roles.guest),
    deactivated: rows(state.realm_non_active_users, false),
  };
}

/** Accounts whose name or address contains the typed text. */
export function findAccounts(rows: readonly AccountRow[], typed: string): readonly AccountRow[] {
  const wanted = fold(typed.trim().normalize('NFC'));
  if (wanted === '') return rows;
  return rows.filter(({ name, email = '' }) => fold(`${name} ${email}`.normalize('NFC')).includes(wanted));
}
