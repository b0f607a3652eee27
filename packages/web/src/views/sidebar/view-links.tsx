import type { ReactElement } from 'react';
import { Count } from '../../parts/count.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import type { MenuGroup } from '../../parts/surface-props.ts';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { plural, t } from '../../words/index.ts';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { PlaceLink } from './place-link.tsx';

/** Inbox, Recent and the other views over all conversations. */
export function ViewLinks(): ReactElement {
  const chat = useChat();
  const unread = useCell(chat.unread);
  const drafts = useSelect(chat.drafts.all, (all) => all.size);
  return (
    <>
      <PlaceLink to={{ view: 'inbox' }} isUnread={unread.total > 0}>
        <Icon name="inbox" />
        {t('Inbox')}
        <Count count={unread.total} words={plural(unread.total, { one: '# unread', other: '# unread' })} />
      </PlaceLink>
      <PlaceLink to={{ view: 'recent' }}>
        <Icon name="clock" />
        {t('Recent')}
      </PlaceLink>
      <PlaceLink to={{ view: 'messages', narrow: { kind: 'mentions' } }} isUnread={unread.mentions > 0}>
        <Icon name="at" />
        {t('Mentions')}
        <Count
          count={unread.mentions}
          look="pill"
          words={plural(unread.mentions, { one: '# mention', other: '# mentions' })}
        />
      </PlaceLink>
      <PlaceLink to={{ view: 'messages', narrow: { kind: 'starred' } }}>
        <Icon name="star" />
        {t('Starred')}
      </PlaceLink>
      {drafts === 0 ? null : (
        <PlaceLink to={{ view: 'drafts' }}>
          <Icon name="pencil" />
          {t('Drafts')}
          <Count count={drafts} words={plural(drafts, { one: '# draft', other: '# drafts' })} />
        </PlaceLink>
      )}
      <PlaceLink to={{ view: 'channels' }}>
        <Icon name="hash" />
        {t('Channels')}
      </PlaceLink>
      <MoreViews />
    </>
  );
}

function MoreViews(): ReactElement {
  const { chat, go } = useChatScreen();
  const groups = (): MenuGroup[] => {
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
    ];
  };
  return (
    <MenuButton label={t('More views')} hasText className="r more" placement="bottom start" groups={groups}>
      <Icon name="dots" />
      {t('More')}
    </MenuButton>
  );
}
