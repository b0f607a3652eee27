import { limits } from '@parley/contract/limits.ts';
import { useEffect, useState, type ReactElement } from 'react';
import { reportFault } from '../../data/faults.ts';
import type { Door, DoorOrganization } from '../../data/session/door.ts';
import { joinByLink, setUpAccount } from '../../data/session/enter.ts';
import { Choices } from '../../parts/choices.tsx';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../words/index.ts';
import { Brand, DoorFrame } from './door-frame.tsx';
import { InvitationFacts } from './invitation-facts.tsx';
import { MailForm } from './mail-form.tsx';
import { PasswordField } from './password-field.tsx';
import { PortraitField } from './portrait-field.tsx';
import { textOf, useEntry } from './use-entry.ts';
import styles from './join-page.module.css';

export type JoinPageProps = {
  readonly door: Door;
  readonly organization: DoorOrganization;
  readonly token: string;
  readonly onEnter: () => void;
};

/** The page of an invitation. */
export function JoinPage({ door, organization, token, onEnter }: JoinPageProps): ReactElement {
  const { invitation } = door;
  const title = t('Join {name}', { name: organization.name });
  useEffect(() => {
    document.title = title;
  }, [title]);
  const inviter = invitation?.inviter ?? null;
  const lead = inviter === null ? t('Your address is confirmed') : t('{name} invites you', { name: inviter });
  return (
    <DoorFrame isWide version={door.version}>
      <div>
        <Brand organization={organization} title={title} lead={lead} />
        {invitation === undefined ? null : <InvitationFacts invitation={invitation} />}
      </div>
      {invitation?.needs_mail === true ? (
        <MailForm
          help={t('You get a link with which you choose a name and a password.')}
          onSend={async (email) => {
            await joinByLink({ token, email, full_name: '', password: '' });
          }}
        />
      ) : (
        <NewAccount email={invitation?.email ?? null} token={token} title={title} onEnter={onEnter} />
      )}
    </DoorFrame>
  );
}

function NewAccount(props: {
  /** The only address that can join. */
  readonly email: string | null;
  readonly token: string;
  readonly title: string;
  readonly onEnter: () => void;
}): ReactElement {
  const { token, title, onEnter } = props;
  const [name, setName] = useState('');
  const [email, setEmail] = useState(props.email ?? '');
  const [picture, setPicture] = useState<File>();
  const [entersSend, setEntersSend] = useState(true);
  const [error, submit, isPending] = useEntry(async (form) => {
    await joinByLink({ token, email, full_name: name, password: textOf(form, 'password') });
    // The account exists: a choice that is not kept can be made again in the settings.
    await setUpAccount({ picture, entersSend }).catch(reportFault);
    onEnter();
  });
  return (
    <form action={submit}>
      <PortraitField name={name} picture={picture} onChange={setPicture} />
      <Field
        label={t('Your name')}
        autoComplete="name"
        required
        maxLength={limits.fullNameLength}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Field
        label={t('E-mail')}
        type="email"
        autoComplete="username"
        required
        readOnly={props.email !== null}
        value={email}
        help={props.email === null ? undefined : t('The invitation is for this address.')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordField />
      <div className={styles['enter']}>
        <span className={styles['enter-label']}>{t('When you press Enter')}</span>
        <Choices
          aria-label={t('When you press Enter')}
          options={['send', 'line']}
          chosen={entersSend ? 'send' : 'line'}
          nameOf={(option) => (option === 'send' ? t('Send') : t('New line'))}
          onChoose={(option) => setEntersSend(option === 'send')}
        />
      </div>
      {error === undefined ? null : (
        <div className="note">
          <Icon name="alert" />
          <span>{error}</span>
        </div>
      )}
      <button type="submit" className="btn primary full" disabled={isPending}>
        {isPending ? t('Joining…') : title}
      </button>
      <p className="sr" role="alert">
        {error}
      </p>
    </form>
  );
}
