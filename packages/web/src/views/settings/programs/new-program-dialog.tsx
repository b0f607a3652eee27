import { useActionState, useId, useState, type ReactElement } from 'react';
import { limits } from '@parley/contract/limits.ts';
import { allowProgram, type GrantScope } from '../../../data/actions/grant-actions.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { scopeWords } from './scope-words.ts';
import styles from './programs.module.css';

type NewProgramDialogProps = {
  readonly onAllowed: (token: string) => void;
  readonly onClose: () => void;
};

const LIVES = ['7', '30', '90', '365'] as const;

/** Asks for the name of a program, its rights and its end. */
export function NewProgramDialog({ onAllowed, onClose }: NewProgramDialogProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly GrantScope[]>(['see_directory', 'read_messages']);
  const [days, setDays] = useState<(typeof LIVES)[number]>('90');
  const [error, submit, isPending] = useActionState(async () => {
    try {
      onAllowed(await allowProgram(chat, { name: name.trim(), scopes: [...scopes], days: Number(days) }));
    } catch (thrown) {
      return failureText(thrown);
    }
    return undefined;
  }, undefined);
  const lives: Readonly<Record<(typeof LIVES)[number], string>> = {
    7: t('in a week'),
    30: t('in 30 days'),
    90: t('in 90 days'),
    365: t('in a year'),
  };
  return (
    <Dialog
      title={t('Allow a program')}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={t('Allow')}
          isReady={!isPending && name.trim() !== '' && scopes.length > 0}
          onClose={onClose}
        />
      }
    >
      <form id={form} action={submit} className={styles['form']}>
        <Field
          label={t('Name')}
          required
          autoComplete="off"
          placeholder={t('Such as “Night log script”')}
          maxLength={limits.grantNameLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ScopeChoice scopes={scopes} onChange={setScopes} />
        <SelectField
          label={t('Ends')}
          value={days}
          options={LIVES.map((value) => ({ value, name: lives[value] }))}
          onChange={setDays}
        />
        {error === undefined ? null : (
          <p className="help bad" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}

type ScopeChoiceProps = {
  readonly scopes: readonly GrantScope[];
  readonly onChange: (scopes: readonly GrantScope[]) => void;
};

function ScopeChoice({ scopes, onChange }: ScopeChoiceProps): ReactElement {
  const chat = useChat();
  const isAdministrator = useSelect(chat.state, (state) => state.is_admin === true);
  const words = scopeWords().filter(({ scope }) => scope !== 'administer' || isAdministrator);
  return (
    <fieldset className={styles['scopes']}>
      <legend className={styles['legend']}>{t('It may')}</legend>
      {words.map(({ scope, name, help }) => {
        const isOn = scopes.includes(scope);
        return (
          <label key={scope} className="check">
            <input
              type="checkbox"
              checked={isOn}
              onChange={() => onChange(isOn ? scopes.filter((one) => one !== scope) : [...scopes, scope])}
            />
            <span>
              {name}
              <span className="help">{help}</span>
            </span>
          </label>
        );
      })}
      <p className="help">{t('Never more than you may yourself, and never your password.')}</p>
    </fieldset>
  );
}
