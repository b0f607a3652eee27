import { useActionState, useId, useState, type ReactElement } from 'react';
import type { PasskeyCreation } from '@parley/contract/endpoints/passkeys.ts';
import { addPasskey } from '../../../data/session/passkeys.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { t } from '../../../words/index.ts';
import { passkeyRefusalOf } from '../../arriving/passkey-refusal.ts';

export type AddPasskeyDialogProps = {
  readonly options: PasskeyCreation;
  /** The passkey is added; the first second step comes with recovery codes. */
  readonly onAdded: (codes: readonly string[] | undefined) => void;
  readonly onClose: () => void;
};

/** Asks for a name, then lets the browser make a passkey. */
export function AddPasskeyDialog({ options, onAdded, onClose }: AddPasskeyDialogProps): ReactElement {
  const form = useId();
  const [name, setName] = useState(t('Passkey'));
  const [error, submit, isPending] = useActionState(async () => {
    try {
      onAdded(await addPasskey(options, name.trim()));
      return undefined;
    } catch (thrown) {
      return passkeyRefusalOf(thrown);
    }
  }, undefined);
  return (
    <Dialog
      title={t('Add a passkey')}
      onClose={onClose}
      foot={
        <FormFoot form={form} label={t('Add')} isReady={name.trim() !== '' && !isPending} onClose={onClose} />
      }
    >
      <p className="help">
        {t('Your browser asks next: this device, your phone or a security key can keep the passkey.')}
      </p>
      <form id={form} action={submit}>
        <Field
          label={t('Name')}
          value={name}
          maxLength={60}
          help={t('Such as the device that keeps it.')}
          error={error}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
