import { refuseAdministering } from '@parley/client/rights/managing-rights.ts';
import type { ReactElement } from 'react';
import {
  archiveChannel,
  changeChannel,
  sentRetention,
  type ChannelChange,
} from '../../../data/actions/channel-actions.ts';
import type { KnownChannel } from '../../../data/derived/channels.ts';
import { Icon } from '../../../parts/icon.tsx';
import { InlineChoice } from '../../../parts/inline-choice.tsx';
import { MenuButton } from '../../../parts/menu.tsx';
import type { MenuGroup } from '../../../parts/surface-props.ts';
import { useWatched } from '../../../parts/use-cell.ts';
import { ChannelIcon } from '../../../screen/channel-icon.tsx';
import { useChatScreen } from '../../../screen/chat-context.ts';
import { openPanel } from '../../../screen/panel-store.ts';
import { plural, t } from '../../../words/index.ts';
import { privacyName, privacyOf } from '../../channel-panel/channel-privacy.ts';
import { RETENTION, retentionName, retentionOf } from '../../channel-panel/retention-words.ts';
import { choosableGroups, ruleWords } from '../../channel-panel/rule-words.ts';
import { keep } from '../../settings/use-save-setting.ts';
import styles from './channels.module.css';
import linked from '../linked-name.module.css';
import table from '../../../parts/table.module.css';

/** A channel with the settings that are changed in the table; the others are in its panel. */
export function ChannelRow({ channel }: { readonly channel: KnownChannel }): ReactElement {
  const { chat, addressOf, go } = useChatScreen();
  const state = useWatched(chat.state);
  const { stream_id: id, name, is_archived: isArchived, folder_id: folderId } = channel;
  const mayChange = refuseAdministering(state, channel) === undefined && !isArchived;
  const isAdministrator = state.is_admin === true;
  const isDefault = state.realm_default_streams?.includes(id) === true;
  const folders = (state.channel_folders ?? []).filter((folder) => !folder.is_archived);
  const folder = folders.find((one) => one.id === folderId)?.name ?? t('None');
  const retention = retentionOf(channel.message_retention_days);
  const save = (change: ChannelChange, back: ChannelChange, text: string): void =>
    void keep(`${name}: ${text}`, changeChannel(chat, id, change), () => changeChannel(chat, id, back));
  return (
    <tr data-setting={`channel-${id}`}>
      <th scope="row">
        <span className={linked['name']}>
          <ChannelIcon channelId={id} />
          <span className={linked['words']}>
            <a href={addressOf({ view: 'topics', channelId: id })} dir="auto">
              {name}
            </a>
            <span className="help">
              {privacyName(privacyOf(channel))},{' '}
              {plural(channel.subscriber_count, { one: '# person', other: '# people' })}
            </span>
          </span>
        </span>
      </th>
      <td className={styles['rule']}>
        <InlineChoice
          label={t('Folder of {name}', { name })}
          text={folder}
          groups={mayChange ? folderMenu : undefined}
        />
      </td>
      <td className={styles['rule']}>
        <InlineChoice
          label={t('Who writes in {name}', { name })}
          text={ruleWords(state, 'can_send_message_group', channel.can_send_message_group)}
          groups={mayChange ? writerMenu : undefined}
        />
      </td>
      <td className={styles['rule']}>
        <InlineChoice
          label={t('How long messages of {name} are kept', { name })}
          text={retention === 'realm_default' ? t('As everywhere') : retentionName(retention)}
          groups={mayChange && state.is_owner === true ? retentionMenu : undefined}
        />
      </td>
      <td className={table['center']}>
        <label>
          <input
            type="checkbox"
            aria-label={t('New people join {name}', { name })}
            checked={isDefault}
            // New people cannot join what they do not see.
            disabled={!mayChange || !isAdministrator || channel.invite_only}
            onChange={() =>
              save(
                { is_default_stream: !isDefault },
                { is_default_stream: isDefault },
                isDefault ? t('new people do not join it') : t('new people join it'),
              )
            }
          />
        </label>
      </td>
      <td>
        <MenuButton label={t('Actions for {name}', { name })} groups={rowMenu}>
          <Icon name="dots" />
        </MenuButton>
      </td>
    </tr>
  );

  function folderMenu(): MenuGroup[] {
    const choices = [...folders.toSorted((a, b) => a.order - b.order), { id: null, name: t('None') }];
    return [
      {
        entries: choices.map((one) => ({
          id: String(one.id),
          label: one.name,
          isChecked: one.id === folderId,
          run: () =>
            save({ folder_id: one.id }, { folder_id: folderId }, t('folder {folder}', { folder: one.name })),
        })),
      },
    ];
  }

  function writerMenu(): MenuGroup[] {
    const current = channel.can_send_message_group;
    const { roles, named } = choosableGroups(state, 'can_send_message_group');
    const entries = (groups: typeof roles) =>
      groups.map((group) => ({
        id: String(group.id),
        label: group.name,
        isChecked: current === group.id,
        run: () =>
          save(
            { can_send_message_group: { new: group.id } },
            { can_send_message_group: { new: current } },
            t('{names} write', { names: group.name }),
          ),
      }));
    return [
      { entries: entries(roles) },
      ...(named.length === 0 ? [] : [{ title: t('Groups'), entries: entries(named) }]),
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
              t('messages are kept {time}', { time: retentionName(days) }),
            ),
        })),
      },
    ];
  }

  function rowMenu(): MenuGroup[] {
    const unarchive = (): Promise<void> => changeChannel(chat, id, { is_archived: false });
    return [
      {
        entries: [
          {
            id: 'rules',
            label: t('All its settings'),
            icon: 'sliders',
            run: () => {
              go({ view: 'topics', channelId: id });
              openPanel({ kind: 'place' });
            },
          },
        ],
      },
      ...(refuseAdministering(state, channel) !== undefined
        ? []
        : [
            {
              entries: [
                isArchived
                  ? {
                      id: 'unarchive',
                      label: t('Unarchive'),
                      icon: 'retry' as const,
                      run: () =>
                        void keep(t('{name} is back', { name }), unarchive(), () => archiveChannel(chat, id)),
                    }
                  : {
                      id: 'archive',
                      label: t('Archive'),
                      icon: 'hide' as const,
                      isDanger: true,
                      run: () =>
                        void keep(t('{name} is archived', { name }), archiveChannel(chat, id), unarchive),
                    },
              ],
            },
          ]),
    ];
  }
}
