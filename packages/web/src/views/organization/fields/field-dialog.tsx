import { useActionState, useId, useState, type ReactElement } from 'react';
import { addField, changeField, type NewField } from '../../../data/actions/field-actions.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { Switch } from '../../../parts/switch.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { AccountFields, type KnownSites } from './account-fields.tsx';
import {
  ACCOUNT_FIELD,
  accountOf,
  CHOICE_FIELD,
  fieldDataOf,
  fieldKinds,
  optionsOf,
  optionTexts,
  OTHER_SITE,
  type ProfileField,
} from './field-kinds.ts';
import styles from './fields.module.css';

const MAX_NAME_LENGTH = 40;
const MAX_HINT_LENGTH = 80;
const NO_SITES: KnownSites = {};

export type FieldDialogProps = {
  /** Undefined for a new one. */
  readonly edited: ProfileField | undefined;
  readonly onClose: () => void;
};

/** Kind, name and choices of a field; the kind stays once it is made. */
export function FieldDialog({ edited, onClose }: FieldDialogProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const sites = useSelect(chat.state, (state) => state.realm_default_external_accounts) ?? NO_SITES;
  const before = optionsOf(edited?.field_data ?? '');
  const [type, setType] = useState<number>(edited?.type ?? 1);
  const [name, setName] = useState(edited?.name ?? '');
  const [hint, setHint] = useState(edited?.hint ?? '');
  const [isEditable, setEditable] = useState(edited?.editable_by_user ?? true);
  const [options, setOptions] = useState(before.map(({ text }) => text).join('\n'));
  const [account, setAccount] = useState(accountOf(edited?.field_data ?? ''));
  const siteName =
    type === ACCOUNT_FIELD && account.subtype !== OTHER_SITE ? sites[account.subtype]?.name : undefined;
  const texts = optionTexts(options);
  const fieldData = (): Pick<NewField, 'field_data'> => {
    if (type === CHOICE_FIELD) return { field_data: fieldDataOf(texts, before) };
    if (type !== ACCOUNT_FIELD) return {};
    const { subtype, pattern } = account;
    return { field_data: subtype === OTHER_SITE ? { subtype, url_pattern: pattern.trim() } : { subtype } };
  };
  const [error, submit, isPending] = useActionState(async () => {
    const parts = {
      name: name.trim() === '' ? (siteName ?? '') : name.trim(),
      hint: hint.trim(),
      editable_by_user: isEditable,
      ...fieldData(),
    };
    try {
      await (edited === undefined
        ? addField(chat, { ...parts, field_type: type })
        : changeField(chat, edited.id, parts));
    } catch (thrown) {
      return failureText(thrown);
    }
    onClose();
    return undefined;
  }, undefined);
  return (
    <Dialog
      title={edited === undefined ? t('New field') : t('Change {name}', { name: edited.name })}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={edited === undefined ? t('Add') : t('Save')}
          isReady={!isPending && (type !== CHOICE_FIELD || texts.length > 0)}
          onClose={onClose}
        />
      }
    >
      <form id={form} action={submit} className={styles['form']}>
        <SelectField
          label={t('Kind')}
          value={String(type)}
          options={fieldKinds().map((kind) => ({ value: String(kind.type), name: kind.name }))}
          isDisabled={edited !== undefined}
          onChange={(value) => setType(Number(value))}
        />
        {type === ACCOUNT_FIELD ? (
          <AccountFields sites={sites} account={account} onChange={setAccount} />
        ) : null}
        <Field
          label={t('Name')}
          required={siteName === undefined}
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          placeholder={siteName}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {type === CHOICE_FIELD ? <OptionsField value={options} onChange={setOptions} /> : null}
        <Field
          label={t('Hint')}
          autoComplete="off"
          maxLength={MAX_HINT_LENGTH}
          value={hint}
          help={t('People read it while they fill in the field.')}
          onChange={(event) => setHint(event.currentTarget.value)}
        />
        <Switch isOn={isEditable} onChange={setEditable}>
          {t('People fill it in themselves')}
        </Switch>
        {error === undefined ? null : (
          <p className="help bad" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function OptionsField(props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactElement {
  const id = useId();
  return (
    <div className="labeled">
      <label className="l" htmlFor={id}>
        {t('Options, one in each line')}
      </label>
      <div className="field">
        <textarea
          id={id}
          rows={5}
          className={styles['options']}
          value={props.value}
          aria-describedby={`${id}-note`}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
      </div>
      <p id={`${id}-note`} className="help">
        {t('An option that is renamed or removed is removed from the profiles that have it.')}
      </p>
    </div>
  );
}
