import { refuseNewAddress, type State } from '@parley/client';
import { useState, type ReactElement } from 'react';
import { useSelect } from '../../parts/use-cell.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { AccountLine } from './account-line.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { DevicesBlock } from './devices-block.tsx';
import { KeysBlock } from './keys-block.tsx';
import { OwnDataBlock } from './own-data-block.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { SecondStepBlock } from './second-step/second-step-block.tsx';
import { useOwnSessions } from './use-own-sessions.ts';

type AccountDialog = 'address' | 'password' | 'deactivate';

/** How the user logs in, and what may act for the user. */
export function AccountPage(): ReactElement {
  const chat = useChat();
  const own = useOwnSessions();
  const [dialog, setDialog] = useState<AccountDialog>();
  const email = useSelect(chat.state, (state) => state.delivery_email ?? '');
  const isAddressFixed = useSelect(chat.state, (state) => refuseNewAddress(state) !== undefined);
  const hasPasswords = useSelect(chat.state, (state) => state.realm_password_auth_enabled !== false);
  const mustStay = useSelect(chat.state, isOnlyOwner);
  const close = (): void => setDialog(undefined);
  return (
    <>
      <p className="help">{t('How you log in, and what may act for you')}</p>
      <section className="block">
        <h3>{t('Log-in')}</h3>
        <AccountLine
          id="email"
          label={t('E-mail')}
          help={email}
          note={
            isAddressFixed ? (
              <WhoMay>{t('Administrators change the addresses of this organization')}</WhoMay>
            ) : null
          }
        >
          <button
            type="button"
            className="btn"
            aria-label={t('Change e-mail')}
            disabled={isAddressFixed}
            onClick={() => setDialog('address')}
          >
            {t('Change')}
          </button>
        </AccountLine>
        <AccountLine
          id="password"
          label={t('Password')}
          help={t('A new one logs out all other browsers and programs')}
          note={hasPasswords ? null : <WhoMay>{t('This organization logs in without passwords')}</WhoMay>}
        >
          <button
            type="button"
            className="btn"
            aria-label={t('Change password')}
            disabled={!hasPasswords}
            onClick={() => setDialog('password')}
          >
            {t('Change')}
          </button>
        </AccountLine>
      </section>
      <SecondStepBlock onFirst={own.reload} />
      <DevicesBlock own={own} />
      <KeysBlock own={own} />
      <OwnDataBlock />
      <section className="block">
        <h3>{t('Leaving')}</h3>
        <AccountLine
          id="deactivate"
          label={t('Deactivate my account')}
          help={t('You are logged out everywhere. Your messages stay.')}
          note={
            mustStay ? (
              <WhoMay>{t('You are the only owner: make somebody else an owner first')}</WhoMay>
            ) : null
          }
        >
          <button
            type="button"
            className="btn danger"
            disabled={mustStay}
            onClick={() => setDialog('deactivate')}
          >
            {t('Deactivate')}
          </button>
        </AccountLine>
      </section>
      {dialog === 'address' ? <AddressDialog onClose={close} /> : null}
      {dialog === 'password' ? <PasswordDialog onClose={close} /> : null}
      {dialog === 'deactivate' ? <DeactivateDialog onClose={close} /> : null}
    </>
  );
}

const OWNER = 100;

/** The server lets no organization be without an owner. */
function isOnlyOwner(state: State): boolean {
  const owners = state.realm_users?.filter(({ role }) => role === OWNER);
  return state.is_owner === true && (owners?.length ?? 0) <= 1;
}
