import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { readInvites, type Invite } from '../../data/actions/invite-actions.ts';
import { useDispatcher } from '../../keys/use-command.ts';
import { Icon } from '../../parts/icon.tsx';
import { showToast } from '../../parts/toast-store.ts';
import { useChat } from '../../screen/chat-context.ts';
import { failureText } from '../../words/failure-text.ts';
import { t } from '../../words/index.ts';
import { OpenInvitations } from '../invite/open-invitations.tsx';

/** Invitations that can still be used. */
export function InvitationsPage(): ReactElement {
  const chat = useChat();
  const dispatcher = useDispatcher();
  const [invites, setInvites] = useState<readonly Invite[]>();
  const refresh = useCallback((): void => {
    readInvites(chat).then(setInvites, (error: unknown) => showToast({ text: failureText(error) }));
  }, [chat]);
  useEffect(refresh, [refresh]);
  return (
    <>
      <p className="help">{t('Links and e-mails with which people can still join.')}</p>
      <button type="button" className="btn" onClick={() => void dispatcher.run('invite')}>
        <Icon name="person" />
        {t('Invite people')}
      </button>
      <OpenInvitations invites={invites} onChange={refresh} />
    </>
  );
}
