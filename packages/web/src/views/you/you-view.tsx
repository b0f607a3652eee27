import type { State } from '@parley/client';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { Place } from '../../data/address/place.ts';
import { useDispatcher } from '../../keys/use-command.ts';
import { Icon } from '../../parts/icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { MenuButton } from '../../parts/menu.tsx';
import { useCell, useSelect, useWatched } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { look } from '../../screen/look-store.ts';
import { lookMenu, themeName } from '../menus/own-menu.ts';
import { endText, pauseMenu } from '../pause/pause-menu.ts';
import { usePauseEnd } from '../pause/use-pause-end.ts';
import { PageHeader } from '../phone/page-header.tsx';
import { roleName } from '../../screen/role-name.ts';
import { OwnDialogs, type OwnDialog } from '../sidebar/own-foot.tsx';
import { StatusText, useStatus } from './status-text.tsx';
import { UserPicture } from '../../screen/user-picture.tsx';
import styles from './you-view.module.css';
import link from '../sidebar/place-link.module.css';

/** The user's own page, for screens without a sidebar. */
export function YouView(): ReactElement {
  const screen = useChatScreen();
  const { chat } = screen;
  const dispatcher = useDispatcher();
  const [dialog, setDialog] = useState<OwnDialog>();
  const state = useWatched(chat.state);
  const mentions = useSelect(chat.unread, (unread) => unread.mentions);
  const drafts = useSelect(chat.drafts.all, (all) => all.size);
  const { theme } = useCell(look);
  const status = useStatus(chat.selfId);
  const later = (state.scheduled_messages?.length ?? 0) + (state.reminders?.length ?? 0);
  const organization = state.realm_name ?? '';
  return (
    <>
      <PageHeader title={t('You')} />
      <div className={`body ${styles['you']}`}>
        <a className={styles['head']} href={screen.addressOf({ view: 'settings', page: 'profile' })}>
          <UserPicture userId={chat.selfId} size={56} hasPresence />
          <div className="grow">
            <div className={`clip ${styles['name']}`}>
              <bdi>{state.full_name}</bdi>
            </div>
            <div className="quiet">
              {t('{role} of {organization}', { role: roleName(ownRole(state)), organization })}
            </div>
          </div>
          <Icon name="pencil" />
        </a>
        <div className={styles['status']}>
          <button type="button" className="field" onClick={() => setDialog('status')}>
            <span className="grow">
              {status === undefined ? t('Set a status') : <StatusText status={status} />}
            </span>
            <Icon name="pencil" />
          </button>
        </div>
        <div className={styles['group']}>
          <YouLink
            icon="at"
            label={t('Mentions')}
            to={{ view: 'messages', narrow: { kind: 'mentions' } }}
            value={mentions === 0 ? null : <span className="n pill">{mentions}</span>}
          />
          <YouLink
            icon="star"
            label={t('Starred')}
            to={{ view: 'messages', narrow: { kind: 'starred' } }}
            value={state.starred_messages?.length}
          />
          <YouLink icon="pencil" label={t('Drafts')} to={{ view: 'drafts' }} value={drafts || null} />
          <YouLink
            icon="later"
            label={t('Later and scheduled')}
            to={{ view: 'scheduled' }}
            value={later || null}
          />
        </div>
        <div className={styles['group']}>
          <YouLink icon="people" label={t('People')} to={{ view: 'people' }} />
          <YouLink icon="building" label={t('Organization')} to={{ view: 'organization', page: '' }} />
          <PauseRow />
          <YouLink icon="bell" label={t('Notifications')} to={{ view: 'settings', page: 'notifications' }} />
          <MenuButton
            label={t('Look')}
            hasText
            className={`${link['row']} ${styles['row']}`}
            groups={lookMenu}
          >
            <Icon name="look" />
            <span className="grow">{t('Look')}</span>
            <span className="quiet">{themeName(theme)}</span>
            <Icon name="right" isSmall />
          </MenuButton>
          <YouButton icon="device" label={t('Devices')} onClick={() => setDialog('sessions')} />
          <YouLink icon="sliders" label={t('All settings')} to={{ view: 'settings', page: '' }} />
        </div>
        <div className={styles['group']}>
          <YouButton icon="person" label={t('Invite people')} onClick={() => void dispatcher.run('invite')} />
          <YouButton icon="out" label={t('Log out')} onClick={() => void screen.logOut()} />
        </div>
      </div>
      <OwnDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  );
}

function PauseRow(): ReactElement {
  const { chat } = useChatScreen();
  const end = usePauseEnd();
  return (
    <MenuButton
      label={t('Pause notifications')}
      hasText
      className={`${link['row']} ${styles['row']}`}
      groups={() => [pauseMenu(chat)]}
    >
      <Icon name="pause" />
      <span className="grow">{t('Pause notifications')}</span>
      <span className="quiet">
        {end === undefined ? t('Off') : t('Until {time}', { time: endText(end) })}
      </span>
      <Icon name="right" isSmall />
    </MenuButton>
  );
}

function YouLink(props: {
  readonly icon: IconName;
  readonly label: string;
  readonly to: Place;
  readonly value?: ReactNode;
}): ReactElement {
  const { addressOf } = useChatScreen();
  return (
    <a className={`${link['row']} ${styles['row']}`} href={addressOf(props.to)}>
      <Icon name={props.icon} />
      <span className="grow">{props.label}</span>
      <span className="quiet">{props.value}</span>
      <Icon name="right" isSmall />
    </a>
  );
}

function YouButton(props: {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
}): ReactElement {
  return (
    <button type="button" className={`${link['row']} ${styles['row']}`} onClick={props.onClick}>
      <Icon name={props.icon} />
      <span className="grow">{props.label}</span>
      <Icon name="right" isSmall />
    </button>
  );
}

function ownRole(state: Pick<State, 'is_owner' | 'is_admin' | 'is_moderator' | 'is_guest'>): number {
  if (state.is_owner === true) return 100;
  if (state.is_admin === true) return 200;
  if (state.is_moderator === true) return 300;
  return state.is_guest === true ? 600 : 400;
}
