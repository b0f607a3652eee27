import { useActionState, useId, useState, type ReactElement } from 'react';
import { limits } from '@parley/contract/limits.ts';
import { connectDirectory } from '../../../data/actions/directory-actions.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';

type ConnectDirectoryDialogProps = {
  readonly onConnected: (token: string) => void;
  readonly onClose: () => void;
};

/** Asks for the name of a directory and the end of its token. */
export function ConnectDirectoryDialog({ onConnected, onClose }: ConnectDirectoryDialogProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const [name, setName] = useState('');
  const [days, setDays] = useState<'90' | '365'>('365');
  const [error, submit, isPending] = useActionState(async () => {
    try {
      onConnected(await connectDirectory(chat, name.trim(), Number(days)));
    } catch (thrown) {
      return failureText(thrown);
    }
    return undefined;
  }, undefined);
  return (
    <Dialog
      title={t('Connect a directory')}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={t('Connect')}
          isReady={!isPending && name.trim() !== ''}
          onClose={onClose}
        />
      }
    >
      <form id={form} action={submit}>
        <Field
          label={t('Name')}
          required
          autoComplete="off"
          maxLength={limits.grantNameLength}
          value={name}
          error={error}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SelectField<'90' | '365'>
          label={t('Ends')}
          value={days}
          options={[
            { value: '90', name: t('in 90 days') },
            { value: '365', name: t('in a year') },
          ]}
          onChange={setDays}
        />
      </form>
    </Dialog>
  );
}
