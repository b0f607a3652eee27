import { refuseNewAddress } from '@parley/client';
import { useState, type ReactElement, type ReactNode } from 'react';
import { replaceApiKey } from '../../data/actions/account-actions.ts';
import { endOtherSessions } from '../../data/session/session.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ask } from '../../parts/question-store.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { t } from '../../words/index.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { AddressDialog } from './address-dialog.tsx';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { keep } from './use-save-setting.ts';

type AccountDialog =
  | { readonly kind: 'address' | 'password' | 'deactivate' }
  | { readonly kind: 'key'; readonly key: string };

/** How the user logs in, and what may act for the user. */
export function AccountPage(): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const [dialog, setDialog] = useState<AccountDialog>();
  const email = useSelect(chat.state, (state) => state.delivery_email ?? '');
  const isRefused = useSelect(chat.state, (state) => refuseNewAddress(state) !== undefined);
  const close = (): void => setDialog(undefined);
  const makeKey = async (): Promise<void> => {
    if (!(await askForKey())) return;
    const request = replaceApiKey(chat);
    if (await attempt(request)) setDialog({ kind: 'key', key: await request });
  };
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
            isRefused ? (
              <WhoMay>{t('Administrators change the addresses of this organization')}</WhoMay>
            ) : null
          }
        >
          <button
            type="button"
            className="btn"
            aria-label={t('Change e-mail')}
            disabled={isRefused}
            onClick={() => setDialog({ kind: 'address' })}
          >
            {t('Change')}
          </button>
        </AccountLine>
        <AccountLine
          id="password"
          label={t('Password')}
          help={t('A new one logs out all other browsers and programs')}
        >
          <button
            type="button"
            className="btn"
            aria-label={t('Change password')}
            onClick={() => setDialog({ kind: 'password' })}
          >
            {t('Change')}
          </button>
        </AccountLine>
      </section>
      <section className="block">
        <h3>{t('Devices')}</h3>
        <AccountLine id="devices" label={t('Browsers and programs')} help={t('In which you are logged in')}>
          <a className="btn" href={addressOf({ view: 'settings', page: 'sessions' })}>
            {t('Show')}
          </a>
          <button
            type="button"
            className="btn"
            onClick={() => void keep(t('All others are logged out'), endOtherSessions())}
          >
            {t('Log out the others')}
          </button>
        </AccountLine>
      </section>
      <section className="block">
        <h3>{t('Keys')}</h3>
        <AccountLine
          id="api-key"
          label={t('API key')}
          help={t('For scripts that act as you. It is shown once.')}
        >
          <button type="button" className="btn" onClick={() => void makeKey()}>
            {t('New key')}
          </button>
        </AccountLine>
      </section>
      <section className="block">
        <h3>{t('Leaving')}</h3>
        <AccountLine
          id="deactivate"
          label={t('Deactivate my account')}
          help={t('You are logged out everywhere. Your messages stay.')}
        >
          <button type="button" className="btn danger" onClick={() => setDialog({ kind: 'deactivate' })}>
            {t('Deactivate')}
          </button>
        </AccountLine>
      </section>
      {dialog?.kind === 'address' ? <AddressDialog onClose={close} /> : null}
      {dialog?.kind === 'password' ? <PasswordDialog onClose={close} /> : null}
      {dialog?.kind === 'deactivate' ? <DeactivateDialog onClose={close} /> : null}
      {dialog?.kind === 'key' ? <KeyDialog apiKey={dialog.key} onClose={close} /> : null}
    </>
  );
}

function AccountLine(props: {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="line" data-setting={props.id}>
      <span>
        {props.label}
        <span className="help">{props.help}</span>
        {props.note}
      </span>
      <span className="chips">{props.children}</span>
    </div>
  );
}

function askForKey(): Promise<boolean> {
  return ask({
    title: t('Make a new API key?'),
    text: [
      t('All keys of yours end at once: scripts and apps that use one stop until they get the new key.'),
      t('Browsers in which you are logged in go on.'),
    ],
    yes: t('New key'),
    no: t('Cancel'),
    isDanger: true,
  });
}

function KeyDialog(props: { readonly apiKey: string; readonly onClose: () => void }): ReactElement {
  const chat = useChat();
  const email = useSelect(chat.state, (state) => state.delivery_email ?? '');
  return (
    <Dialog
      title={t('Your new API key')}
      onClose={props.onClose}
      foot={
        <button type="button" className="btn primary" onClick={props.onClose}>
          {t('Done')}
        </button>
      }
    >
      <CopyField
        label={t('API key')}
        value={props.apiKey}
        help={t('It is not shown again. Its user name is {email}.', { email })}
      />
    </Dialog>
  );
}
