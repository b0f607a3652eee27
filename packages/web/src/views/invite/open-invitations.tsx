import { useState, type ReactElement } from 'react';
import { resendInvite, revokeInvite, type Invite } from '../../data/actions/invite-actions.ts';
import { userById } from '../../data/derived/users.ts';
import { Icon } from '../../parts/icon.tsx';
import { showToast } from '../../parts/toast-store.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import { roleName } from '../../screen/role-name.ts';
import { useMinute } from '../../screen/use-minute.ts';
import { inSentence, plural, t } from '../../words/index.ts';
import styles from './invite-sheet.module.css';

export type OpenInvitationsProps = {
  readonly invites: readonly Invite[] | undefined;
  readonly onChange: () => void;
};

/** Invitations that can still be used, each with what can be done about it. */
export function OpenInvitations({ invites, onChange }: OpenInvitationsProps): ReactElement {
  return (
    <section className={styles['open']} aria-label={t('Open invitations')}>
      <h3>
        {t('Open invitations')} <span className="quiet">{invites?.length}</span>
      </h3>
      {invites?.length === 0 ? (
        <p className="help">{t('None. Links and mails are listed here until they end.')}</p>
      ) : null}
      <ul className={styles['invitations']}>
        {invites?.map((invite) => (
          <Invitation key={invite.id} invite={invite} onChange={onChange} />
        ))}
      </ul>
    </section>
  );
}

function Invitation(props: { readonly invite: Invite; readonly onChange: () => void }): ReactElement {
  const { invite, onChange } = props;
  const chat = useChat();
  const time = useMinute();
  const [isBusy, setBusy] = useState(false);
  const inviter = useSelect(
    chat.state,
    (state) => userById(state).get(invite.invited_by_user_id)?.full_name ?? '',
  );
  const role = roleName(invite.invited_as);
  const name = invite.email ?? t('Link for {role}', { role: inSentence(role) });
  const act = async (change: Promise<void>, text: string): Promise<void> => {
    setBusy(true);
    if (await attempt(change)) showToast({ text });
    setBusy(false);
    onChange();
  };
  return (
    <li className={styles['invitation']}>
      <Icon name={invite.is_multiuse ? 'link' : 'mail'} />
      <div>
        <bdi className="clip">{name}</bdi>
        <div className={styles['detail']}>
          <bdi>{t('{role}, by {name}. {end}', { role, name: inviter, end: endOf(invite, time) })}</bdi>
        </div>
      </div>
      <div className={styles['actions']}>
        {invite.is_multiuse ? null : (
          <button
            type="button"
            className="btn"
            disabled={isBusy}
            aria-label={t('Send again to {name}', { name })}
            onClick={() => void act(resendInvite(chat, invite), t('The mail is sent again.'))}
          >
            {t('Send again')}
          </button>
        )}
        <button
          type="button"
          className="btn"
          disabled={isBusy}
          aria-label={t('Revoke {name}', { name })}
          onClick={() => void act(revokeInvite(chat, invite), t('The invitation is revoked.'))}
        >
          {t('Revoke')}
        </button>
      </div>
    </li>
  );
}

const DAY_SECONDS = 86_400;

function endOf({ expiry_date: end }: Invite, timeMs: number): string {
  if (end === null) return t('Never ends');
  const days = Math.ceil((end - timeMs / 1000) / DAY_SECONDS);
  return plural(Math.max(days, 1), { one: 'Ends within # day', other: 'Ends in # days' });
}
