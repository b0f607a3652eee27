import { holds } from '@parley/client';
import type { ReactElement } from 'react';
import { sentRetention, type ChannelChange } from '../../data/actions/channel-actions.ts';
import { InlineChoice } from '../../parts/inline-choice.tsx';
import type { MenuEntry, MenuGroup } from '../../parts/surface-props.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { holderNames } from '../../screen/group-words.ts';
import { t } from '../../words/index.ts';
import { RETENTION, retentionName, retentionOf } from './retention-words.ts';
import { choosableGroups, ruleWords, type RuleName } from './rule-words.ts';
import styles from './rules-section.module.css';
import { saveChange } from './save-change.ts';
import type { ChannelSectionProps } from './section-props.ts';

const POLICIES = ['inherit', 'disable_empty_topic', 'allow_empty_topic', 'empty_topic_only'] as const;

/** The rights in a channel as sentences; words that the user may change are choices. */
export function RulesSection({ channel, mayChange }: ChannelSectionProps): ReactElement {
  const chat = useChat();
  const { stream_id: id } = channel;
  const groups = useSelect(chat.state, (state) => state.realm_user_groups);
  const administrators = useSelect(chat.state, (state) =>
    holderNames(state, channel.can_administer_channel_group),
  );
  const isDefault = useSelect(chat.state, (state) => state.realm_default_streams?.includes(id) === true);
  const isAdministrator = useSelect(chat.state, (state) => state.is_admin === true);
  const isOwner = useSelect(chat.state, (state) => state.is_owner === true);
  const mayDelete = useSelect(
    chat.state,
    (state) => state.is_admin === true || holds(state, 'can_set_delete_message_policy_group') === true,
  );
  const maySetPolicy = useSelect(
    chat.state,
    (state) => state.is_admin === true || holds(state, 'can_set_topics_policy_group') === true,
  );
  const save = (change: ChannelChange, back: ChannelChange): void =>
    void saveChange(chat, id, change, { text: t('Rules of {name} changed', { name: channel.name }), back });
  const who = (rule: RuleName, label: string, isMine = true): ReactElement => (
    <InlineChoice
      label={label}
      text={groups === undefined ? '' : ruleWords(chat.state.get(), rule, channel[rule])}
      groups={mayChange && isMine ? () => whoMenu(rule) : undefined}
    />
  );
  const retention = retentionOf(channel.message_retention_days);
  return (
    <section>
      <h3>{t('Rules')}</h3>
      {mayChange ? null : (
        <WhoMay>
          {administrators === t('Nobody')
            ? t('Administrators of the organization may change this')
            : t('{names} and administrators of the organization may change this', { names: administrators })}
        </WhoMay>
      )}
      <p className={styles['rule']}>
        {who('can_send_message_group', t('Who can write'))} {t('can write.')}
      </p>
      <p className={styles['rule']}>
        {who('can_create_topic_group', t('Who can start a topic'), channel.history_public_to_subscribers)}{' '}
        {t('can start a topic, and a message')}{' '}
        <InlineChoice
          label={t('Whether a message needs a topic')}
          text={policyName(channel.topics_policy)}
          groups={mayChange && maySetPolicy ? policyMenu : undefined}
        />
        .
      </p>
      <p className={styles['rule']}>
        {who('can_move_messages_within_channel_group', t('Who can move messages between topics'))}{' '}
        {t('can move messages between topics.')}
      </p>
      <p className={styles['rule']}>
        {who('can_move_messages_out_of_channel_group', t('Who can move messages out of it'))}{' '}
        {t('can move messages out of it.')}
      </p>
      <p className={styles['rule']}>
        {who('can_resolve_topics_group', t('Who can resolve topics'))} {t('can resolve topics.')}
      </p>
      <p className={styles['rule']}>
        {who('can_delete_own_message_group', t('Who can delete their own messages'), mayDelete)}{' '}
        {t('can delete their own messages.')}
      </p>
      <p className={styles['rule']}>
        {who('can_delete_any_message_group', t('Who can delete messages of others'), mayDelete)}{' '}
        {t('can delete messages of others.')}
      </p>
      {channel.invite_only ? (
        <p className={styles['rule']}>
          {who('can_subscribe_group', t('Who can join without being added'))}{' '}
          {t('can join without being added.')}
        </p>
      ) : null}
      <p className={styles['rule']}>
        {who('can_add_subscribers_group', t('Who can add people'))} {t('can add people.')}
      </p>
      <p className={styles['rule']}>
        {who('can_remove_subscribers_group', t('Who can remove people'))} {t('can remove them.')}
      </p>
      <p className={styles['rule']}>
        {who('can_administer_channel_group', t('Who administers it'))} {t('can change this channel.')}
      </p>
      <p className={styles['rule']}>
        {t('Messages are kept')}{' '}
        <InlineChoice
          label={t('How long messages are kept')}
          text={retentionName(retention)}
          groups={mayChange && isOwner ? retentionMenu : undefined}
        />
        .
      </p>
      {channel.invite_only ? null : (
        <p className={styles['rule']}>
          {t('New members')}{' '}
          <InlineChoice
            label={t('Whether new members join it')}
            text={isDefault ? t('join it by themselves') : t('do not join it by themselves')}
            groups={mayChange && isAdministrator ? defaultMenu : undefined}
          />
          .
        </p>
      )}
    </section>
  );

  function whoMenu(rule: RuleName): MenuGroup[] {
    const state = chat.state.get();
    const current = channel[rule];
    const entry = (group: { readonly id: number; readonly name: string }): MenuEntry => ({
      id: String(group.id),
      label: group.name,
      isChecked: current === group.id,
      run: () => save({ [rule]: { new: group.id } }, { [rule]: { new: current } }),
    });
    const { roles, named } = choosableGroups(state, rule);
    return [
      { entries: roles.map(entry) },
      ...(named.length === 0 ? [] : [{ title: t('Groups'), entries: named.map(entry) }]),
    ];
  }

  function policyMenu(): MenuGroup[] {
    const { topics_policy: current } = channel;
    return [
      {
        entries: POLICIES.map((policy) => ({
          id: policy,
          label: policyName(policy),
          isChecked: policy === current,
          run: () => save({ topics_policy: policy }, { topics_policy: current }),
        })),
      },
    ];
  }

  function retentionMenu(): MenuGroup[] {
    return [
      {
        entries: RETENTION.map((days) => ({
          id: days,
          label: retentionName(days),
          isChecked: days === retention,
          run: () =>
            save(
              { message_retention_days: sentRetention(days) },
              { message_retention_days: sentRetention(retention) },
            ),
        })),
      },
    ];
  }

  function defaultMenu(): MenuGroup[] {
    return [
      {
        entries: [true, false].map((isOn) => ({
          id: String(isOn),
          label: isOn ? t('join it by themselves') : t('do not join it by themselves'),
          isChecked: isOn === isDefault,
          run: () => save({ is_default_stream: isOn }, { is_default_stream: isDefault }),
        })),
      },
    ];
  }
}

function policyName(policy: (typeof POLICIES)[number]): string {
  return {
    inherit: t('needs one as everywhere here'),
    disable_empty_topic: t('needs one'),
    allow_empty_topic: t('needs none'),
    empty_topic_only: t('never has one'),
  }[policy];
}
