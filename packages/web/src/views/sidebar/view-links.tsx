import type { ReactElement } from 'react';
import { Count } from '../../parts/count.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { plural, t } from '../../words/index.ts';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { moreMenu } from '../menus/load-menus.ts';
import { PlaceLink } from './place-link.tsx';
import link from './place-link.module.css';

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
      <PlaceLink to={{ view: 'people' }}>
        <Icon name="people" />
        {t('People')}
      </PlaceLink>
      <MoreViews />
    </>
  );
}

function MoreViews(): ReactElement {
  const screen = useChatScreen();
  return (
    <MenuButton
      label={t('More views')}
      hasText
      className={`${link['row']} ${link['more']}`}
      placement="bottom start"
      groups={() => moreMenu(screen)}
    >
      <Icon name="dots" />
      {t('More')}
    </MenuButton>
  );
}
