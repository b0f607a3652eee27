import type { ReactElement } from 'react';
import { t } from '../../words/index.ts';
import { PageHeader } from './page-header.tsx';
import { ChannelList } from '../sidebar/channel-list.tsx';
import { DirectList } from '../sidebar/direct-list.tsx';

/** Direct conversations and channels as a page, for screens without a sidebar. */
export function ChannelsView(): ReactElement {
  return (
    <>
      <PageHeader title={t('Channels')} />
      <div className="body side-page">
        <DirectList />
        <ChannelList />
      </div>
    </>
  );
}
