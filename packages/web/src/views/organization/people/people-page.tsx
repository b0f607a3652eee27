import { useMemo, useState, type ReactElement } from 'react';
import { useDispatcher } from '../../../keys/use-command.ts';
import { Field } from '../../../parts/field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { plural, t } from '../../../words/index.ts';
import { useWhoMay } from '../use-who-may.ts';
import { accountsOf, findAccounts, type AccountFilter } from './account-list.ts';
import { AccountTableRow } from './account-row.tsx';
import { PageHead } from '../page-head.tsx';
import styles from './people-page.module.css';
import table from '../../../parts/table.module.css';

/** Rows at first, and more with each press: thousands stay fast. */
const PORTION = 50;

/** Accounts of people: role, name, log-in and end. */
export function PeoplePage(): ReactElement {
  const chat = useChat();
  const dispatcher = useDispatcher();
  const users = useSelect(chat.state, (state) => state.realm_users);
  const others = useSelect(chat.state, (state) => state.realm_non_active_users);
  const whoMay = useWhoMay();
  const [filter, setFilter] = useState<AccountFilter>('active');
  const [typed, setTyped] = useState('');
  const [max, setMax] = useState(PORTION);
  const accounts = useMemo(
    () =>
      accountsOf({
        ...(users === undefined ? {} : { realm_users: users }),
        ...(others === undefined ? {} : { realm_non_active_users: others }),
      }),
    [users, others],
  );
  const found = useMemo(() => findAccounts(accounts[filter], typed), [accounts, filter, typed]);
  const chip = (name: AccountFilter, label: string): ReactElement => (
    <button
      type="button"
      className="chip"
      aria-pressed={filter === name}
      onClick={() => {
        setFilter(name);
        setMax(PORTION);
      }}
    >
      {label} <span className="n">{accounts[name].length}</span>
    </button>
  );
  return (
    <>
      <PageHead
        action={
          <button type="button" className="btn primary" onClick={() => void dispatcher.run('invite')}>
            <Icon name="person" />
            {t('Invite')}
          </button>
        }
      >
        <p className="help">
          {plural(accounts.active.length, { one: '# person', other: '# people' })}
          {whoMay === undefined ? null : <WhoMay>{whoMay}</WhoMay>}
        </p>
      </PageHead>
      <div className={styles['filter']}>
        <Field
          label={t('Filter by name or e-mail')}
          isLabelHidden
          icon="search"
          placeholder={t('Filter by name or e-mail')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setMax(PORTION);
          }}
        />
        <div className="chips">
          {chip('active', t('Active'))}
          {chip('guests', t('Guests'))}
          {chip('deactivated', t('Deactivated'))}
        </div>
      </div>
      {found.length === 0 ? (
        <p className="help" role="status">
          {filter === 'deactivated' && typed === '' ? t('Nobody was deactivated.') : t('Nobody matches.')}
        </p>
      ) : (
        <table className={`${table['table']} ${table['people']}`}>
          <thead>
            <tr>
              <th scope="col">{t('Name')}</th>
              <th scope="col" className={styles['role']}>
                {t('Role')}
              </th>
              <th scope="col" className={styles['action']}>
                <span className="sr">{t('Actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, max).map((account) => (
              <AccountTableRow key={account.userId} account={account} />
            ))}
          </tbody>
        </table>
      )}
      {found.length > max ? (
        <button type="button" className="lk" onClick={() => setMax(max + PORTION)}>
          {plural(found.length - max, { one: '# more', other: '# more' })}
        </button>
      ) : null}
    </>
  );
}
