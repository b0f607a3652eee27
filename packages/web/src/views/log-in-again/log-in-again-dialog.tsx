import { useActionState, useEffect, useId, useState, type ReactElement } from 'react';
import { DoorError } from '../../data/session/call.ts';
import { readDoor, type Door } from '../../data/session/door.ts';
import { hasPasskeys } from '../../data/session/has-passkeys.ts';
import { logIn, passSecondStep, readOwnId, type WaitingLogIn } from '../../data/session/enter.ts';
import type { LogInQuestion } from '../../data/session/log-in-again.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { PasskeyButton } from '../arriving/passkey-button.tsx';
import { refusalOf } from '../arriving/refusal.ts';
import styles from './log-in-again-dialog.module.css';
import { CodeField } from './code-field.tsx';
import { SignOnLinks } from './sign-on-links.tsx';

/** Asks for the password, or for another sign-on, before an operation that needs a recent log-in. */
export function LogInAgainDialog({ question }: { readonly question: LogInQuestion }): ReactElement | null {
  const [read, setRead] = useState<{ readonly door: Door | undefined }>();
  useEffect(() => {
    readDoor().then(
      (door) => setRead({ door }),
      () => setRead({ door: undefined }),
    );
  }, []);
  return read === undefined ? null : <OpenDialog question={question} door={read.door} />;
}

type OpenDialogProps = { readonly question: LogInQuestion; readonly door: Door | undefined };

function OpenDialog({ question, door }: OpenDialogProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const email = useSelect(
    chat.state,
    (state) => state.realm_users?.find((user) => user.user_id === chat.selfId)?.delivery_email ?? '',
  );
  const [password, setPassword] = useState('');
  /** The password was right, and the log-in goes on with a code. */
  const [waiting, setWaiting] = useState<WaitingLogIn>();
  const state = waiting?.state;
  const [code, setCode] = useState('');
  const [hasSignedOn, setSignedOn] = useState(false);
  const isSample = door?.sample_users.some((user) => user.user_id === chat.selfId) === true;
  const takesPassword = door?.takes_passwords !== false && !isSample && !hasSignedOn;
  /** Another account of the same provider or browser must not carry out what this user began. */
  const goOn = async (): Promise<string | undefined> => {
    if ((await readOwnId()) !== chat.selfId) return t('You logged in as another person.');
    question.answer(true);
    return undefined;
  };
  const [error, submit, isPending] = useActionState(async () => {
    try {
      if (isSample) await logIn({ sample_user_id: chat.selfId });
      else if (state !== undefined) await passSecondStep(state, code);
      else if (takesPassword) {
        const next = await logIn({ username: email, password });
        if (next?.mustSetUp === true)
          return t('Your organization requires a second step. Log out, then log in to set it up.');
        setWaiting(next);
        if (next !== undefined) return undefined;
      }
      return await goOn();
    } catch (thrown) {
      if (thrown instanceof DoorError && thrown.code === 'SECOND_STEP_EXPIRED') setWaiting(undefined);
      return refusalOf(thrown);
    }
  }, undefined);
  const isFilled = takesPassword ? (state === undefined ? password : code) !== '' : isSample || hasSignedOn;
  return (
    <Dialog
      title={t('Log in again')}
      onClose={() => question.answer(false)}
      foot={
        <FormFoot
          form={form}
          label={takesPassword ? t('Log in') : t('Continue')}
          isReady={!isPending && isFilled}
          onClose={() => question.answer(false)}
        />
      }
    >
      <p className={styles['reason']}>
        {t('This needs a log-in of the last hour, so that nobody does it in a browser that was left open.')}
      </p>
      <form id={form} action={submit}>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        {takesPassword && state !== undefined ? (
          <CodeField value={code} error={error} onChange={setCode} />
        ) : takesPassword ? (
          <Field
            label={t('Your password')}
            type="password"
            autoComplete="current-password"
            // The operation that the user began waits for it.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            value={password}
            error={error}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : error === undefined ? null : (
          <p className="help bad" role="alert">
            {error}
          </p>
        )}
      </form>
      {takesPassword &&
      hasPasskeys() &&
      (state === undefined || waiting?.kinds.includes('passkey') === true) ? (
        <PasskeyButton {...(state === undefined ? {} : { state })} onEnter={goOn} />
      ) : null}
      {isSample || state !== undefined ? null : (
        <SignOnLinks
          methods={door?.sign_on ?? []}
          hasField={takesPassword}
          onOpen={() => setSignedOn(true)}
        />
      )}
    </Dialog>
  );
}
