import { holds } from '@parley/client';
import type { ReactElement, ReactNode } from 'react';
import { SelectField, type SelectOption } from '../../parts/select-field.tsx';
import { Switch } from '../../parts/switch.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { groupName, holderNames, roleGroupId } from '../../screen/group-words.ts';
import { plural, t } from '../../words/index.ts';
import type { ChannelDraft } from './channel-draft.ts';
import styles from './more-settings.module.css';

const WRITERS = ['role:members', 'role:moderators', 'role:administrators'];
const RETENTION_DAYS = [30, 90, 365];

export type MoreSettingsProps = {
  readonly draft: ChannelDraft;
  readonly onChange: (change: Partial<ChannelDraft>) => void;
};

/** Settings of a new channel that are rarely needed, with the values that count now. */
export function MoreSettings({ draft, onChange }: MoreSettingsProps): ReactElement {
  const chat = useChat();
  const groups = useSelect(chat.state, (state) => state.realm_user_groups) ?? [];
  const policyHolders = useSelect(chat.state, (state) =>
    state.is_admin === true || holds(state, 'can_set_topics_policy_group') === true
      ? undefined
      : holderNames(state, state.realm_can_set_topics_policy_group),
  );
  const isOwner = useSelect(chat.state, (state) => state.is_owner === true);
  const isAdministrator = useSelect(chat.state, (state) => state.is_admin === true);
  const isPrivate = draft.privacy === 'private';
  const roles = WRITERS.flatMap((name) => {
    const id = roleGroupId(chat.state.get(), name);
    return id === undefined ? [] : [{ value: String(id), name: groupName({ name }) }];
  });
  const named = groups
    .filter((group) => !group.is_system_group && !group.deactivated)
    .map((group) => ({ value: String(group.id), name: group.name }));
  const who: readonly SelectOption<string>[] = [
    { value: '', name: t('Everybody in it') },
    ...roles,
    ...named,
  ];
  return (
    <div className={styles['settings']}>
      <Setting name={t('Write')}>
        <SelectField
          label={t('Write')}
          isLabelHidden
          value={draft.writers}
          options={who}
          onChange={(writers) => onChange({ writers })}
        />
      </Setting>
      <Setting name={t('Start a topic')}>
        <SelectField
          label={t('Start a topic')}
          isLabelHidden
          value={draft.topicStarters}
          options={[{ value: '', name: t('Everybody who may write') }, ...roles, ...named]}
          isDisabled={isPrivate && !draft.isHistoryOpen}
          onChange={(topicStarters) => onChange({ topicStarters })}
        />
      </Setting>
      <Switch
        isOn={!isPrivate || draft.isHistoryOpen}
        isDisabled={!isPrivate}
        onChange={(isHistoryOpen) => onChange({ isHistoryOpen })}
      >
        {t('Older messages for newcomers')}
        {isPrivate ? null : (
          <span className={`help ${styles['note']}`}>{t('Always on in an open channel')}</span>
        )}
      </Switch>
      <Setting
        name={t('A message needs a topic')}
        note={
          policyHolders === undefined ? null : (
            <WhoMay>{t('{names} may change this', { names: policyHolders })}</WhoMay>
          )
        }
      >
        <SelectField
          label={t('A message needs a topic')}
          isLabelHidden
          value={draft.topicsPolicy}
          isDisabled={policyHolders !== undefined}
          options={[
            { value: 'inherit', name: t('Like the organization') },
            { value: 'disable_empty_topic', name: t('Yes') },
            { value: 'allow_empty_topic', name: t('No') },
            { value: 'empty_topic_only', name: t('There are no topics') },
          ]}
          onChange={(topicsPolicy) => onChange({ topicsPolicy })}
        />
      </Setting>
      <Setting
        name={t('Keep messages')}
        note={isOwner ? null : <WhoMay>{t('Owners may change this')}</WhoMay>}
      >
        <SelectField
          label={t('Keep messages')}
          isLabelHidden
          value={draft.retention}
          isDisabled={!isOwner}
          options={[
            { value: 'realm_default', name: t('Like the organization') },
            { value: 'unlimited', name: t('Forever') },
            ...RETENTION_DAYS.map((days) => ({
              value: String(days),
              name: plural(days, { one: '# day', other: '# days' }),
            })),
          ]}
          onChange={(retention) => onChange({ retention })}
        />
      </Setting>
      <Switch
        isOn={draft.isDefault && !isPrivate}
        isDisabled={!isAdministrator || isPrivate}
        onChange={(isDefault) => onChange({ isDefault })}
      >
        {t('New members join it by themselves')}
        {isAdministrator ? null : <WhoMay>{t('Administrators may change this')}</WhoMay>}
      </Switch>
    </div>
  );
}

function Setting(props: {
  readonly name: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="line">
      <div>
        {props.name}
        {props.note}
      </div>
      {props.children}
    </div>
  );
}
