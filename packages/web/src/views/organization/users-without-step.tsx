import { useState, type ReactElement } from 'react';
import { readSecondStepsOfUsers, type UserSteps } from '../../data/actions/second-step-actions.ts';
import { now } from '../../data/clock.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { UserPicture } from '../../screen/user-picture.tsx';
import { useLoaded } from '../../screen/use-loaded.ts';
import { shortDay } from '../../words/dates.ts';
import { plural, t } from '../../words/index.ts';
import { useWhoMay } from './use-who-may.ts';
import styles from './data/data.module.css';

/** People whose log-ins need no second step yet; administrators see them. */
export function UsersWithoutStep(): ReactElement | null {
  return useWhoMay(false) === undefined ? <Known /> : null;
}

function Known(): ReactElement {
  const { value: users, failure } = useLoaded(readSecondStepsOfUsers);
  const [isOpen, setOpen] = useState(false);
  const without = users?.filter(({ kinds }) => kinds.length === 0) ?? [];
  return (
    <section className="block" data-setting="users-without-step" aria-busy={users === undefined}>
      {failure === undefined ? null : <p role="alert">{failure}</p>}
      {users === undefined ? null : (
        <p className="help">
          {without.length === 0
            ? t('All people have a second step.')
            : plural(without.length, {
                one: '# person has no second step.',
                other: '# people have no second step.',
              })}{' '}
          {without.length === 0 ? null : (
            <button type="button" className="lk" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? t('Hide them') : t('Show them')}
            </button>
          )}
        </p>
      )}
      {isOpen ? (
        <ul aria-label={t('People without a second step')}>
          {without.map((user) => (
            <UserLine key={user.user_id} user={user} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function UserLine({ user }: { readonly user: UserSteps }): ReactElement {
  const chat = useChat();
  const { user_id: userId, setup_due: due } = user;
  const name = useSelect(
    chat.state,
    (state) => state.realm_users?.find((one) => one.user_id === userId)?.full_name ?? String(userId),
  );
  return (
    <li className="line">
      <span className={styles['held']}>
        <UserPicture userId={userId} size={24} />
        <span>
          <bdi>{name}</bdi>
          {due === null ? null : <span className="help">{dueText(due)}</span>}
        </span>
      </span>
    </li>
  );
}

function dueText(due: number): string {
  return due * 1000 <= now()
    ? t('Sets it up at the next log-in')
    : t('Until {day}', { day: shortDay(due, now()) });
}
