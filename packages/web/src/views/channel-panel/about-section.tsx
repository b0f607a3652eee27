import { refuseCreating } from '@parley/client/rights/managing-rights.ts';
import type { ReactElement } from 'react';
import { changeChannel, type ChannelChange } from '../../data/actions/channel-actions.ts';
import type { KnownChannel } from '../../data/derived/channels.ts';
import { EditableText } from '../../parts/editable-text.tsx';
import { Icon } from '../../parts/icon.tsx';
import { InlineChoice } from '../../parts/inline-choice.tsx';
import { ask } from '../../parts/question-store.ts';
import type { MenuEntry, MenuGroup } from '../../parts/surface-props.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { channelIconOf } from '../../screen/channel-look.ts';
import { useChat } from '../../screen/chat-context.ts';
import { failureText } from '../../words/failure-text.ts';
import { plural, t } from '../../words/index.ts';
import styles from './about-section.module.css';
import { privacyChange, privacyName, privacyOf, PRIVACIES, type ChannelPrivacy } from './channel-privacy.ts';
import { saveChange } from './save-change.ts';
import type { ChannelSectionProps } from './section-props.ts';

/** Name, description, readers and folder. */
export function AboutSection({ channel, mayChange }: ChannelSectionProps): ReactElement {
  const chat = useChat();
  const { stream_id: id } = channel;
  const folders = useSelect(chat.state, (state) => state.channel_folders) ?? [];
  const folder = folders.find((one) => one.id === channel.folder_id);
  const save = async (change: ChannelChange): Promise<string | undefined> => {
    try {
      await changeChannel(chat, id, change);
      return undefined;
    } catch (error) {
      return failureText(error);
    }
  };
  const moveTo = (next: { readonly id: number; readonly name: string } | undefined): MenuEntry => ({
    id: String(next?.id ?? 0),
    label: next?.name ?? t('No folder'),
    isChecked: (next?.id ?? null) === (folder?.id ?? null),
    run: () =>
      void saveChange(
        chat,
        id,
        { folder_id: next?.id ?? null },
        {
          text: t('{name} is in {folder}', { name: channel.name, folder: next?.name ?? t('no folder') }),
          back: { folder_id: channel.folder_id ?? null },
        },
      ),
  });
  return (
    <section>
      <h3>{t('Name and description')}</h3>
      <EditableText
        label={t('Name')}
        value={channel.name}
        emptyText=""
        maxLength={chat.state.get().max_stream_name_length}
        isEditable={mayChange}
        onSave={(name) => save({ new_name: name })}
      />
      <EditableText
        label={t('Description')}
        value={channel.description}
        emptyText={t('No description yet.')}
        maxLength={chat.state.get().max_stream_description_length}
        isEditable={mayChange}
        onSave={(description) => save({ description })}
      />
      <div className={styles['place']}>
        <Icon name={channelIconOf(channel)} isSmall />
        <InlineChoice
          label={t('Who can read it')}
          text={privacyName(privacyOf(channel))}
          groups={mayChange ? () => privacyMenu(channel) : undefined}
        />
        <span className="quiet">{t('in the folder')}</span>
        <InlineChoice
          label={t('Folder')}
          text={folder?.name ?? t('none')}
          groups={
            mayChange
              ? () => [
                  {
                    entries: [...folders.filter((one) => !one.is_archived).map(moveTo), moveTo(undefined)],
                  },
                ]
              : undefined
          }
        />
      </div>
    </section>
  );

  function privacyMenu(shown: KnownChannel): MenuGroup[] {
    const state = chat.state.get();
    return [
      {
        entries: PRIVACIES.map((privacy): MenuEntry => {
          const { is_private = false, is_web_public = false } = privacyChange(privacy);
          return {
            id: privacy,
            label: privacyName(privacy),
            isChecked: privacyOf(shown) === privacy,
            isDisabled: refuseCreating(state, { is_private, is_web_public }) !== undefined,
            run: () => void changePrivacy(shown, privacy),
          };
        }),
      },
    ];
  }

  async function changePrivacy(shown: KnownChannel, privacy: ChannelPrivacy): Promise<void> {
    const { name, subscriber_count: count } = shown;
    const closes = privacy.startsWith('private') && !shown.invite_only;
    const isSure =
      !closes ||
      (await ask({
        title: t('Make {name} private?', { name }),
        text: [
          plural(count, {
            one: '# person keeps reading it. Everybody else no longer sees it or its messages.',
            other: '# people keep reading it. Everybody else no longer sees it or its messages.',
          }),
        ],
        yes: t('Make it private'),
        no: t('Cancel'),
      }));
    if (!isSure) return;
    await saveChange(chat, id, privacyChange(privacy), {
      text: t('{name}: {privacy}', { name, privacy: privacyName(privacy) }),
      back: privacyChange(privacyOf(shown)),
    });
  }
}
