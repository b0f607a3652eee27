import { parseAddress } from '../../data/address/address.ts';
import type { CommandId } from '../../keys/command-keys.ts';
import type { MenuGroup } from '../../parts/surface-props.ts';
import type { ChatScreen } from '../../screen/chat-context.ts';
import { beginChannel } from '../../screen/creation-store.ts';
import { t } from '../../words/index.ts';

/** Entries about the organization. */
export function organizationMenu({ chat, go }: ChatScreen, run: (id: CommandId) => void): MenuGroup[] {
  return [
    {
      entries: [
        {
          id: 'invite',
          label: t('Invite people'),
          icon: 'person',
          shortcut: 'G V',
          run: () => run('invite'),
        },
        {
          id: 'channels',
          label: t('All channels'),
          icon: 'hash',
          shortcut: 'G H',
          run: () => go({ view: 'channels', list: 'all' }),
        },
        ...(chat.state.get().can_create_streams === true
          ? [
              {
                id: 'new-channel',
                label: t('Create a channel'),
                icon: 'plus' as const,
                shortcut: 'G N',
                run: () => beginChannel(),
              },
            ]
          : []),
        {
          id: 'people',
          label: t('People'),
          icon: 'people',
          run: () => go({ view: 'people' }),
        },
        {
          id: 'organization',
          label: t('Organization'),
          icon: 'building',
          run: () => go({ view: 'organization', page: '' }),
        },
        {
          id: 'settings',
          label: t('Settings'),
          icon: 'sliders',
          run: () => go({ view: 'settings', page: '' }),
        },
        {
          id: 'keys',
          label: t('Keyboard'),
          icon: 'key',
          shortcut: '?',
          run: () => run('keys'),
        },
        {
          id: 'guide',
          label: t('User guide'),
          icon: 'book',
          run: () => void globalThis.open('/help/', '_blank', 'noreferrer'),
        },
      ],
    },
  ];
}

/** Views over all conversations that have no line of their own. */
export function moreMenu(screen: ChatScreen): MenuGroup[] {
  const { chat, go } = screen;
  const scheduled = chat.state.get().scheduled_messages?.length ?? 0;
  return [
    {
      entries: [
        {
          id: 'feed',
          label: t('Combined feed'),
          icon: 'feed',
          shortcut: 'A',
          run: () => go({ view: 'messages', narrow: { kind: 'all' } }),
        },
        {
          id: 'reactions',
          label: t('Reactions to me'),
          icon: 'smile',
          run: () => go({ view: 'messages', narrow: { kind: 'reactions' } }),
        },
        {
          id: 'scheduled',
          label: t('Scheduled'),
          icon: 'cal',
          meta: scheduled === 0 ? undefined : String(scheduled),
          run: () => go({ view: 'scheduled' }),
        },
        {
          id: 'drafts',
          label: t('Drafts'),
          icon: 'pencil',
          shortcut: 'D',
          run: () => go({ view: 'drafts' }),
        },
      ],
    },
    ...keptSearches(screen),
  ];
}

/** Searches that the user keeps below a name. */
function keptSearches({ chat, go }: ChatScreen): MenuGroup[] {
  const state = chat.state.get();
  const entries = (state.navigation_views ?? []).flatMap(({ fragment, name }) => {
    const place = name === null ? undefined : parseAddress(`#${fragment}`, state);
    if (name === null || place === undefined) return [];
    return [{ id: fragment, label: name, icon: 'search' as const, run: () => go(place) }];
  });
  return entries.length === 0 ? [] : [{ title: t('Kept searches'), entries }];
}
