import type { Place } from '../../data/address/place.ts';
import type { MenuGroup } from '../../parts/surface-props.ts';
import type { ChatScreen } from '../../screen/chat-context.ts';
import { copyLink } from '../../screen/copy-link.ts';
import { t } from '../../words/index.ts';

/** The menu of a channel or conversation for visitors without an account. */
export function visitorMenu(screen: ChatScreen, place: Place): MenuGroup[] {
  return [
    {
      entries: [
        { id: 'link', label: t('Copy link'), icon: 'link', run: () => void copyLink(screen, place) },
        {
          id: 'log-in',
          label: t('Log in to do more'),
          icon: 'key',
          run: () => screen.askForAccount?.(),
        },
      ],
    },
  ];
}
