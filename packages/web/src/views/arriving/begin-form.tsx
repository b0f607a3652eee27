import { limits } from '@parley/contract/limits.ts';
import { useState, type ReactElement, type ReactNode } from 'react';
import { reportFault } from '../../data/faults.ts';
import { beginOrganization, setUpAccount } from '../../data/session/enter.ts';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Picker } from '../../parts/picker.tsx';
import { t } from '../../words/index.ts';
import { BeginBrand } from './begin-brand.tsx';
import { DoorFrame } from './door-frame.tsx';
import { PasswordField } from './password-field.tsx';
import { textOf, useEntry } from './use-entry.ts';
import styles from './begin.module.css';
import arriving from './door.module.css';

export type BeginFormProps = {
  readonly version: string;
  readonly code: string;
  readonly onEnter: () => void;
};

const FIRST_CHANNELS = ['general', 'questions', 'social'];

/** The three questions of a new organization. */
export function BeginForm({ version, code, onEnter }: BeginFormProps): ReactElement {
  const [name, setName] = useState('');
  const [fullName, setFullName] = useState('');
  const [email, setEmail] = useState('');
  const [channels, setChannels] = useState<readonly string[]>(FIRST_CHANNELS);
  const [error, submit, isPending] = useEntry(async (form) => {
    const password = textOf(form, 'password');
    await beginOrganization({ code, name, full_name: fullName, email, password, channels });
    await setUpAccount({}).catch(reportFault);
    onEnter();
  });
  return (
    <DoorFrame isWide version={version}>
      <div>
        <BeginBrand title={t('Make your organization')} lead={t('Three questions, about a minute')} />
        <p className={arriving['text']}>
          {t('You become its owner. Everything on this page can be changed later.')}
        </p>
        <div className="note">
          <Icon name="shield" />
          <span>{t('The data stays on this server. It sends no statistics to anybody.')}</span>
        </div>
      </div>
      <form action={submit}>
        <Question number={1}>{t('What is it called?')}</Question>
        <Field
          label={t('Name of the organization')}
          autoComplete="organization"
          required
          maxLength={limits.realmNameLength}
          value={name}
          help={t('People will find it at {host}', { host: globalThis.location.host })}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Question number={2}>{t('Who are you?')}</Question>
        <div className={styles['beside']}>
          <Field
            label={t('Your name')}
            autoComplete="name"
            required
            maxLength={limits.fullNameLength}
            value={fullName}
            onChange={(event) => setFullName(event.currentTarget.value)}
          />
          <Field
            label={t('E-mail')}
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </div>
        <PasswordField />
        <Question number={3}>{t('Where do you begin?')}</Question>
        <ChannelNames names={channels} onChange={setChannels} />
        {error === undefined ? null : (
          <div className="note">
            <Icon name="alert" />
            <span>{error}</span>
          </div>
        )}
        <button type="submit" className="btn primary full" disabled={isPending || channels.length === 0}>
          {buttonText(name.trim(), isPending)}
        </button>
        <p className="sr" role="alert">
          {error}
        </p>
      </form>
    </DoorFrame>
  );
}

function buttonText(name: string, isPending: boolean): string {
  if (isPending) return t('Making it…');
  return name === '' ? t('Make it') : t('Make {name}', { name });
}

function Question(props: { readonly number: number; readonly children: ReactNode }): ReactElement {
  return (
    <h2 className={styles['question']}>
      <span className={styles['number']} aria-hidden="true">
        {props.number}
      </span>
      {props.children}
    </h2>
  );
}

function ChannelNames(props: {
  readonly names: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}): ReactElement {
  const { names, onChange } = props;
  const [query, setQuery] = useState('');
  const add = (given: readonly string[]): void => {
    const wanted = [...names, ...given.map((name) => name.trim()).filter((name) => name !== '')];
    onChange([...new Set(wanted)].slice(0, limits.firstChannels));
  };
  return (
    <Picker
      label={t('First channels')}
      placeholder={t('Add')}
      help={t('One for everybody and one for each team is a good start.')}
      error={names.length === 0 ? t('Without a channel nobody can write. Add one.') : undefined}
      chips={names.map((name) => ({ key: name, name, sign: <Icon name="hash" isSmall /> }))}
      query={query}
      options={[]}
      onQuery={setQuery}
      onAdd={() => undefined}
      onRemove={(key) => onChange(names.filter((name) => name !== key))}
      onList={add}
    />
  );
}
