import { useActionState, useId, useState, type ReactElement } from 'react';
import { hasPasskeys } from '../../../data/session/has-passkeys.ts';
import { proveWithPasskey } from '../../../data/session/passkeys.ts';
import type { Proof, SecondStep } from '../../../data/session/second-steps.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { passkeyRefusalOf } from '../../arriving/passkey-refusal.ts';

/** A change of second steps that waits for a proof of the user; it closes the dialog or goes on with another one. */
export type ProvenChange = {
  readonly title: string;
  readonly label: string;
  readonly isDanger?: boolean;
  readonly run: (proof: Proof) => Promise<void>;
};

export type ProveDialogProps = {
  readonly change: ProvenChange;
  readonly steps: readonly SecondStep[];
  readonly onClose: () => void;
};

/** Asks for one of the second steps of the user, then carries the change out. */
export function ProveDialog({ change, steps, onClose }: ProveDialogProps): ReactElement {
  const form = useId();
  const [code, setCode] = useState('');
  const hasApp = steps.some(({ kind }) => kind === 'totp');
  const hasPasskey = hasPasskeys() && steps.some(({ kind }) => kind === 'passkey');
  const [error, submit, isPending] = useActionState<string | undefined, 'code' | 'passkey'>(async (_, by) => {
    try {
      await change.run(by === 'code' ? { code } : await proveWithPasskey());
    } catch (thrown) {
      return by === 'code' ? failureText(thrown) : passkeyRefusalOf(thrown);
    }
    return undefined;
  }, undefined);
  return (
    <Dialog
      title={change.title}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={change.label}
          isDanger={change.isDanger ?? false}
          isReady={code.trim() !== '' && !isPending}
          onClose={onClose}
        />
      }
    >
      <p className="help">
        {t('This needs one of your second steps, so that nobody does it in a browser that was left open.')}
      </p>
      {hasPasskey ? (
        <form action={() => submit('passkey')}>
          <button type="submit" className="btn full" disabled={isPending}>
            <Icon name="key" />
            {t('Use a passkey')}
          </button>
        </form>
      ) : null}
      <form id={form} action={() => submit('code')}>
        <Field
          label={t('Code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          help={
            hasApp
              ? t('The six digits that your authenticator app shows now. Without the app, a recovery code.')
              : t('Without the passkey, a recovery code.')
          }
          error={error}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
