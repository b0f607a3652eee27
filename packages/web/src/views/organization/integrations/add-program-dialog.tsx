import { useActionState, useId, useState, type ReactElement } from 'react';
import { limits } from '@parley/contract/limits.ts';
import { addProgram, allowHost } from '../../../data/actions/oauth-client-actions.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';

type AddProgramDialogProps = { readonly onAdded: () => void; readonly onClose: () => void };

type Kind = 'host' | 'program';

/** Adds a host whose programs describe themselves, or one program. */
export function AddProgramDialog({ onAdded, onClose }: AddProgramDialogProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const [kind, setKind] = useState<Kind>('host');
  const [host, setHost] = useState('');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [error, submit, isPending] = useActionState(async () => {
    try {
      if (kind === 'host') await allowHost(chat, host.trim());
      else await addProgram(chat, name.trim(), address.trim().split(/\s+/));
      onAdded();
    } catch (thrown) {
      return failureText(thrown);
    }
    return undefined;
  }, undefined);
  const isFilled = kind === 'host' ? host.trim() !== '' : name.trim() !== '' && address.trim() !== '';
  return (
    <Dialog
      title={t('Add a program')}
      onClose={onClose}
      foot={<FormFoot form={form} label={t('Add')} isReady={!isPending && isFilled} onClose={onClose} />}
    >
      <form id={form} action={submit}>
        <SelectField<Kind>
          label={t('Kind')}
          value={kind}
          options={[
            { value: 'host', name: t('All programs of a host') },
            { value: 'program', name: t('One program of your own') },
          ]}
          onChange={setKind}
        />
        {kind === 'host' ? (
          <Field
            label={t('Host')}
            required
            autoComplete="off"
            placeholder="assistant.example"
            help={t('Its programs describe themselves, and people see the host before they allow one')}
            value={host}
            error={error}
            onChange={(event) => setHost(event.currentTarget.value)}
          />
        ) : (
          <>
            <Field
              label={t('Name')}
              required
              autoComplete="off"
              maxLength={limits.grantNameLength}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Field
              label={t('Addresses to which people return')}
              required
              autoComplete="off"
              placeholder="https://assistant.example/callback"
              help={t('One or more, with a space between them')}
              value={address}
              error={error}
              onChange={(event) => setAddress(event.currentTarget.value)}
            />
          </>
        )}
      </form>
    </Dialog>
  );
}
