import { useActionState, useId, useState, type ReactElement } from 'react';
import { limits } from '@parley/contract/limits.ts';
import { limitableScopes } from '@parley/contract/scopes.ts';
import { allowProgram, type GrantScope } from '../../../data/actions/grant-actions.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { PeoplePicker } from '../../picking/people-picker.tsx';
import type { Picked } from '../../picking/picked.ts';
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
  const [channels, setChannels] = useState<readonly Picked[]>([]);
  const isLimited = channels.length > 0;
  const asked = isLimited ? scopes.filter((scope) => limitableScopes.includes(scope)) : scopes;
  const [days, setDays] = useState<(typeof LIVES)[number]>('90');
  const [error, submit, isPending] = useActionState(async () => {
    try {
      const ids = channels.flatMap((one) => (one.kind === 'channel' ? [one.id] : []));
      const limit = isLimited ? { channels: ids } : {};
      onAllowed(
        await allowProgram(chat, { name: name.trim(), scopes: [...asked], days: Number(days), ...limit }),
      );
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
          isReady={!isPending && name.trim() !== '' && asked.length > 0}
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
        <ScopeChoice scopes={asked} isLimited={isLimited} onChange={setScopes} />
        <PeoplePicker
          label={t('Only in channels')}
          placeholder={t('#channel')}
          help={t('Without one: in all conversations, direct messages too')}
          picked={channels}
          onChange={(next) => setChannels(next.filter((one) => one.kind === 'channel'))}
        />
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
  /** Some rights cannot be limited to channels. */
  readonly isLimited: boolean;
  readonly onChange: (scopes: readonly GrantScope[]) => void;
};

function ScopeChoice({ scopes, isLimited, onChange }: ScopeChoiceProps): ReactElement {
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
              disabled={isLimited && !limitableScopes.includes(scope)}
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
