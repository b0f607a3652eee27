import { useState, type ReactElement, type ReactNode } from 'react';
import type { GrantScope } from '../../data/actions/grant-actions.ts';
import type { OwnChannel } from '../../data/session/consent.ts';
import { Icon } from '../../parts/icon.tsx';
import { SwitchInput } from '../../parts/switch.tsx';
import { listOf, plural, t } from '../../words/index.ts';
import { scopeWords } from '../settings/programs/scope-words.ts';
import { possibleScopes, type Choice } from './consent-choice.ts';
import styles from './consent.module.css';

export type ConsentRightsProps = {
  readonly asked: readonly GrantScope[];
  readonly channels: readonly OwnChannel[];
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
};

/** The rights of a program: those that were asked for can be taken away, and where it may read can be changed. */
export function ConsentRights({ asked, channels, choice, onChange }: ConsentRightsProps): ReactElement {
  const possible = possibleScopes(asked, choice);
  const words = scopeWords().filter(({ scope }) => asked.includes(scope));
  const isOn = (scope: GrantScope): boolean => possible.includes(scope) && choice.scopes.has(scope);
  const turn = (scope: GrantScope, on: boolean): void => {
    const scopes = new Set(choice.scopes);
    if (on) scopes.add(scope);
    else scopes.delete(scope);
    onChange({ ...choice, scopes });
  };
  const row = ({ scope, name, help }: (typeof words)[number]): ReactElement => (
    <Right key={scope} isGood={isOn(scope)} name={name} detail={help}>
      {possible.includes(scope) ? (
        <RowSwitch name={name} isOn={isOn(scope)} onChange={(on) => turn(scope, on)} />
      ) : null}
    </Right>
  );
  const isAnywhere = asked.some((scope) => scope !== 'see_directory');
  const everywhere = t('Direct messages and private channels');
  return (
    <>
      <h2 className={styles['heading']}>{t('It may')}</h2>
      <ul className={styles['rights']}>
        {words.filter(({ scope }) => isOn(scope)).map(row)}
        {isAnywhere ? <Where channels={channels} choice={choice} onChange={onChange} /> : null}
      </ul>
      <h2 className={styles['heading']}>{t('It may not')}</h2>
      <ul className={styles['rights']}>
        {words
          .filter(({ scope }) => !isOn(scope))
          .map((one) =>
            possible.includes(one.scope) ? (
              row(one)
            ) : (
              <Right
                key={one.scope}
                isGood={false}
                name={one.name}
                detail={t('Only with direct messages and private channels')}
              />
            ),
          )}
        {isAnywhere ? (
          <Right
            isGood={choice.isEverywhere}
            name={everywhere}
            detail={choice.isEverywhere ? t('It may reach all that you can read') : undefined}
          >
            <RowSwitch
              name={everywhere}
              isOn={choice.isEverywhere}
              onChange={(isEverywhere) => onChange({ ...choice, isEverywhere })}
            />
          </Right>
        ) : null}
        <Right
          isGood={false}
          name={t('Change settings, people or permissions')}
          detail={t('Nobody can give this to a program')}
        />
      </ul>
    </>
  );
}

/** The channels in which the rights hold, and a list to change them. */
function Where({ channels, choice, onChange }: Omit<ConsentRightsProps, 'asked'>): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const names = channels.filter(({ id }) => choice.channels.has(id)).map(({ name }) => name);
  const few = names.slice(0, 3);
  const detail = choice.isEverywhere
    ? t('In all conversations, direct messages too')
    : names.length === 0
      ? t('No channel is chosen')
      : `${plural(names.length, { one: 'In # channel', other: 'In # channels' })}: ${listOf(few)}${names.length > few.length ? ' …' : ''}`;
  return (
    <Right isGood={choice.isEverywhere || names.length > 0} name={t('Where')} detail={detail}>
      {choice.isEverywhere ? null : (
        <button type="button" className="btn" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('Change')}
        </button>
      )}
      {isOpen && !choice.isEverywhere ? (
        <fieldset className={styles['channels']}>
          <legend className="sr">{t('Channels')}</legend>
          {channels.map(({ id, name }) => (
            <label key={id} className="check">
              <input
                type="checkbox"
                checked={choice.channels.has(id)}
                onChange={(event) => {
                  const next = new Set(choice.channels);
                  if (event.currentTarget.checked) next.add(id);
                  else next.delete(id);
                  onChange({ ...choice, channels: next });
                }}
              />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      ) : null}
    </Right>
  );
}

type RowSwitchProps = {
  readonly name: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
};

/** The switch of a row, which shows its name. */
function RowSwitch({ name, isOn, onChange }: RowSwitchProps): ReactElement {
  return (
    <label className={styles['target']}>
      <span className="sr">{name}</span>
      <SwitchInput isOn={isOn} onChange={onChange} />
    </label>
  );
}

type RightProps = {
  readonly isGood: boolean;
  readonly name: string;
  readonly detail?: string | undefined;
  readonly children?: ReactNode;
};

function Right({ isGood, name, detail, children }: RightProps): ReactElement {
  return (
    <li className={isGood ? styles['good'] : styles['bad']}>
      <Icon name={isGood ? 'check' : 'x'} />
      <span>
        {name}
        {detail === undefined ? null : <bdi className={styles['detail']}>{detail}</bdi>}
      </span>
      {children}
    </li>
  );
}
