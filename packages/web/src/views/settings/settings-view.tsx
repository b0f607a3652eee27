import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { t } from '../../words/index.ts';
import { BackButton } from '../back-button.tsx';
import { useChatScreen } from '../../screen/chat-context.ts';
import { LookPage } from './look-page.tsx';
import { NotificationsPage } from './notifications-page.tsx';
import { SessionList } from './session-list.tsx';

type SettingsPage = {
  readonly id: string;
  readonly name: string;
  readonly icon: IconName;
  readonly Content: () => ReactElement | null;
};

function pages(): readonly SettingsPage[] {
  return [
    { id: 'notifications', name: t('Notifications'), icon: 'bell', Content: NotificationsPage },
    { id: 'look', name: t('Look'), icon: 'look', Content: LookPage },
    { id: 'sessions', name: t('Devices'), icon: 'device', Content: SessionList },
  ];
}

/** Settings of the user: one page, or all of them below each other where none is named. */
export function SettingsView({ page }: { readonly page: string }): ReactElement {
  const { addressOf, logOut } = useChatScreen();
  const all = pages();
  const chosen = all.find(({ id }) => id === page);
  const leave = (
    <button type="button" className="r" onClick={() => void logOut()}>
      <Icon name="out" />
      {t('Log out')}
    </button>
  );
  return (
    <>
      <header className="top wide has-back">
        <div className="wrap full">
          <BackButton />
          <div className="title">
            <h1>{t('Settings')}</h1>
          </div>
        </div>
      </header>
      <div className="set">
        <nav aria-label={t('Settings')}>
          {all.map(({ id, name, icon }) => (
            <a
              key={id}
              className={id === chosen?.id ? 'r sel' : 'r'}
              aria-current={id === chosen?.id ? 'page' : undefined}
              href={addressOf({ view: 'settings', page: id })}
            >
              <Icon name={icon} />
              {name}
            </a>
          ))}
          {leave}
        </nav>
        <div className="pane">
          <div className="in">
            {chosen === undefined && page !== '' ? (
              <p className="note">{t('There is no settings page “{page}”.', { page })}</p>
            ) : null}
            {(chosen === undefined ? all : [chosen]).map(({ id, name, Content }) => (
              <section key={id} className="page" aria-label={name}>
                <h2 className="pg">{name}</h2>
                <Content />
              </section>
            ))}
            <div className="phone-only">{leave}</div>
          </div>
        </div>
      </div>
    </>
  );
}
