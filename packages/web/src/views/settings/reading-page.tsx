import type { ReactElement } from 'react';
import { t } from '../../words/index.ts';
import { SettingGroups } from './setting-groups.tsx';
import { readingGroups } from './setting-tables.ts';

/** When messages count as read, and how they are shown. */
export function ReadingPage(): ReactElement {
  return (
    <>
      <p className="help">{t('Changes are saved at once.')}</p>
      <SettingGroups groups={readingGroups()} />
    </>
  );
}
