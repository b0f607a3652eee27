import { refuseInviting } from '@parley/client';
import type { Role } from '@parley/contract/primitives.ts';
import { useCallback, useEffect, useState, type ReactElement } from 'react';
import {
  readInvites,
  sendInvites,
  sendsMail,
  type Invite,
  type InviteTerms,
} from '../../data/actions/invite-actions.ts';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { showToast } from '../../parts/toast-store.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { failureText } from '../../words/failure-text.ts';
import { plural, t } from '../../words/index.ts';
import { AddressPicker } from './address-picker.tsx';
import { ChannelPicker } from './channel-picker.tsx';
import { firstChannelIds, minutesOf, roleOptions, timeOptions, USUAL_MINUTES } from './invite-choices.ts';
import { OpenInvitations } from './open-invitations.tsx';
import { useInviteLink, type InviteLink } from './use-invite-link.ts';
import styles from './invite-sheet.module.css';

/** Invites people: the link is made and copied at once, changes replace it, mails follow where the server sends them. */
export function InviteSheet({ onClose }: { readonly onClose: () => void }): ReactElement {
  const chat = useChat();
  const refusal = useSelect(chat.state, (state) => refuseInviting(state, 'link')?.reason);
  const mailRefusal = useSelect(chat.state, (state) => refuseInviting(state, 'mail')?.reason);
  const [terms, setTerms] = useState<InviteTerms>(() => ({
    role: Number(roleOptions(chat.state.get())[0]?.value ?? 400) as Role,
    minutes: USUAL_MINUTES,
    channelIds: firstChannelIds(chat.state.get()),
  }));
  const [hasMail, setHasMail] = useState<boolean>();
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [invites, setInvites] = useState<readonly Invite[]>();
  const refresh = useCallback((): void => {
    readInvites(chat).then(setInvites, () => undefined);
  }, [chat]);
  useEffect(() => {
    refresh();
    sendsMail().then(setHasMail, () => setHasMail(false));
  }, [refresh]);
  const link = useInviteLink(chat, refusal === undefined ? terms : undefined, refresh);
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      await sendInvites(chat, terms, addresses);
      setProblem(undefined);
      showToast({ text: plural(addresses.length, { one: '# mail is sent.', other: '# mails are sent.' }) });
      setAddresses([]);
    } catch (error) {
      setProblem(failureText(error));
    }
    setSending(false);
    refresh();
  };
  const mayMail = hasMail === true && mailRefusal === undefined;
  return (
    <Dialog
      title={t('Invite people')}
      size="large"
      onClose={onClose}
      foot={
        <>
          <button
            type="button"
            className={mayMail && addresses.length > 0 ? 'btn' : 'btn primary'}
            onClick={onClose}
          >
            {t('Done')}
          </button>
          {mayMail && addresses.length > 0 ? (
            <button type="button" className="btn primary" disabled={isSending} onClick={() => void send()}>
              {plural(addresses.length, { one: 'Send # mail', other: 'Send # mails' })}
            </button>
          ) : null}
        </>
      }
    >
      <div className={styles['beside']}>
        <div className={styles['fields']}>
          {refusal === undefined ? (
            <LinkField link={link} minutes={terms.minutes} />
          ) : (
            <WhoMay>{refusal}</WhoMay>
          )}
          <Terms terms={terms} onChange={setTerms} />
          <ChannelPicker
            ids={terms.channelIds}
            onChange={(channelIds) => setTerms({ ...terms, channelIds })}
          />
          {hasMail === false ? (
            <div className="note">
              <Icon name="mail" />
              <span>{t('This server sends no mail. Hand the link over yourself.')}</span>
            </div>
          ) : null}
          {hasMail === true && mailRefusal !== undefined ? <WhoMay>{mailRefusal}</WhoMay> : null}
          {mayMail ? <AddressPicker addresses={addresses} error={problem} onChange={setAddresses} /> : null}
        </div>
        <OpenInvitations invites={invites} onChange={refresh} />
      </div>
    </Dialog>
  );
}

function LinkField(props: { readonly link: InviteLink; readonly minutes: number | null }): ReactElement {
  const { link } = props;
  if (link.kind === 'making') return <p className="help">{t('Making the link…')}</p>;
  if (link.kind === 'failed')
    return (
      <div className="note" role="alert">
        <Icon name="alert" />
        <span>{link.reason}</span>
      </div>
    );
  return (
    <>
      <CopyField
        key={link.url}
        label={t('Link that invites')}
        value={link.url}
        isCopiedAlready={link.isCopied}
      />
      <p className={styles['made']}>
        <Icon name="done" isSmall />
        <span>
          {link.isCopied ? t('The link is made and copied.') : t('The link is made.')} {lifeOf(props.minutes)}{' '}
          {t('Changes below count for it at once.')}
        </span>
      </p>
    </>
  );
}

const DAY_MINUTES = 1_440;

function lifeOf(minutes: number | null): string {
  if (minutes === null) return t('It works for any number of people, until it is revoked.');
  return plural(minutes / DAY_MINUTES, {
    one: 'It works for # day and any number of people.',
    other: 'It works for # days and any number of people.',
  });
}

function Terms(props: {
  readonly terms: InviteTerms;
  readonly onChange: (terms: InviteTerms) => void;
}): ReactElement {
  const { terms, onChange } = props;
  const chat = useChat();
  const roles = useSelect(chat.state, (state) => JSON.stringify(roleOptions(state)));
  const times = timeOptions(terms.role);
  return (
    <div className={styles['terms']}>
      <SelectField
        label={t('They join as')}
        value={String(terms.role)}
        options={JSON.parse(roles) as ReturnType<typeof roleOptions>}
        onChange={(value) => {
          const role = Number(value) as Role;
          const isKept = timeOptions(role).some((time) => minutesOf(time.value) === terms.minutes);
          onChange({ ...terms, role, minutes: isKept ? terms.minutes : USUAL_MINUTES });
        }}
      />
      <SelectField
        label={t('Valid for')}
        value={terms.minutes === null ? '' : String(terms.minutes)}
        options={times}
        onChange={(value) => onChange({ ...terms, minutes: minutesOf(value) })}
      />
    </div>
  );
}
