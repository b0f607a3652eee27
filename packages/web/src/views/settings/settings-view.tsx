import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { findSettings } from './find-setting.ts';
import { SettingsFrame } from './settings-frame.tsx';
import { settingsPages } from './settings-pages.ts';
import link from '../sidebar/place-link.module.css';

/** Settings of the user; `page` is one of them, with the name of a setting behind a slash. */
export function SettingsView({ page }: { readonly page: string }): ReactElement {
  const { logOut } = useChatScreen();
  const kind = {
    view: 'settings',
    title: t('Settings'),
    pages: settingsPages(),
    find: findSettings,
  } as const;
  return (
    <SettingsFrame kind={kind} page={page}>
      <button type="button" className={link['row']} onClick={() => void logOut()}>
        <Icon name="out" />
        {t('Log out')}
      </button>
    </SettingsFrame>
  );
}
