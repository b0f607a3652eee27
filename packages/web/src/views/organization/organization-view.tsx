import type { ReactElement } from 'react';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { findRealmSettings } from './find-realm-setting.ts';
import { organizationPages } from './organization-pages.ts';

/** Settings of the organization; `page` is one of them, with the name of a setting behind a slash. */
export function OrganizationView({ page }: { readonly page: string }): ReactElement {
  const chat = useChat();
  const isReadOnly = useSelect(chat.state, (state) => state.is_admin !== true);
  const kind = {
    view: 'organization',
    title: t('Organization'),
    pages: organizationPages(),
    find: findRealmSettings,
    isReadOnly,
  } as const;
  return <SettingsFrame kind={kind} page={page} />;
}
