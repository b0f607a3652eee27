import { setChannelPinned } from '../../data/actions/own-actions.ts';
import { subscriptionById } from '../../data/derived/channels.ts';
import type { MenuEntry, MenuGroup } from '../../parts/surface-props.ts';
import { t } from '../../words/index.ts';
import { attempt } from '../../screen/attempt.ts';
import { joinChannel, leaveChannel } from '../../screen/join-and-leave.ts';
import type { ChatScreen } from '../../screen/chat-context.ts';
import { openPanel } from '../../screen/panel-store.ts';
import { filesEntry } from './topic-menu.ts';
import { copyLink } from '../../screen/copy-link.ts';

/** Actions on a channel. */
export function channelMenu(screen: ChatScreen, channelId: number): MenuGroup[] {
  const { chat, go } = screen;
  const subscription = subscriptionById(chat.state.get(), channelId);
  const going: MenuEntry[] = [
    { id: 'topics', label: t('Topics'), icon: 'listi', run: () => go({ view: 'topics', channelId }) },
    {
      id: 'feed',
      label: t('Feed'),
      icon: 'feed',
      run: () => go({ view: 'messages', narrow: { kind: 'channel', channelId } }),
    },
    filesEntry(screen, { kind: 'channel', channelId }),
    {
      id: 'settings',
      label: t('Channel settings'),
      icon: 'sliders',
      run: () => {
        go({ view: 'topics', channelId });
        openPanel({ kind: 'place' });
      },
    },
    {
      id: 'link',
      label: t('Copy link'),
      icon: 'link',
      run: () => void copyLink(screen, { view: 'topics', channelId }),
    },
  ];
  if (subscription === undefined)
    return [
      { entries: going },
      {
        entries: [
          {
            id: 'join',
            label: t('Join channel'),
            icon: 'plus',
            run: () => void joinChannel(chat, channelId),
          },
        ],
      },
    ];
  return [{ entries: going }, { entries: subscriptionEntries(screen, channelId, subscription) }];
}

function subscriptionEntries(
  { chat }: ChatScreen,
  channelId: number,
  subscription: { readonly is_muted: boolean; readonly pin_to_top: boolean },
): MenuEntry[] {
  const { is_muted: isMuted, pin_to_top: isPinned } = subscription;
  return [
    {
      id: 'read',
      label: t('Mark all as read'),
      icon: 'check',
      isDisabled: (chat.unread.get().byChannel.get(channelId)?.count ?? 0) === 0,
      run: () => void chat.actions.markChannelRead(channelId),
    },
    {
      id: 'mute',
      label: isMuted ? t('Unmute channel') : t('Mute channel'),
      icon: isMuted ? 'bell' : 'mute',
      run: () => void chat.actions.setChannelMuted(channelId, !isMuted),
    },
    {
      id: 'pin',
      label: isPinned ? t('Unpin channel') : t('Pin channel to the top'),
      icon: 'flag',
      run: () => void attempt(setChannelPinned(chat, channelId, !isPinned)),
    },
    {
      id: 'leave',
      label: t('Leave channel'),
      icon: 'out',
      run: () => void leaveChannel(chat, channelId),
    },
  ];
}
