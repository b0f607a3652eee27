import { useActionState, type ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../words/index.ts';
import { passkeyRefusalOf } from './passkey-refusal.ts';
import styles from './passkey-button.module.css';

export type PasskeyButtonProps = {
  /** The log-in that goes on; without it the passkey alone logs in. */
  readonly state?: string;
  /** Goes on with the session; returns what is wrong with it, if anything is. */
  readonly onEnter: () => void | Promise<string | undefined>;
};

/** Logs in with a passkey, alone or as the second step. */
export function PasskeyButton({ state, onEnter }: PasskeyButtonProps): ReactElement {
  const [error, submit, isPending] = useActionState(async () => {
    try {
      const { logInWithPasskey, passWithPasskey } = await import('../../data/session/passkeys.ts');
      await (state === undefined ? logInWithPasskey() : passWithPasskey(state));
      return (await onEnter()) ?? undefined;
    } catch (thrown) {
      return passkeyRefusalOf(thrown);
    }
  }, undefined);
  return (
    <form action={submit} className={styles['passkey']}>
      <button type="submit" className="btn full" disabled={isPending}>
        <Icon name="key" />
        {state === undefined ? t('Log in with a passkey') : t('Use a passkey')}
      </button>
      {error === undefined ? null : (
        <p className="help bad" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
