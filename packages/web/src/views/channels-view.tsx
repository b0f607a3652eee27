import type { ReactElement } from 'react';
import { useDispatcher } from '../keys/use-command.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { t } from '../words/index.ts';
import { ChannelList } from './sidebar/channel-list.tsx';
import { DirectList } from './sidebar/direct-list.tsx';

/** Direct conversations and channels as a page, for screens without a sidebar. */
export function ChannelsView(): ReactElement {
  const dispatcher = useDispatcher();
  return (
    <>
      <header className="top">
        <div className="wrap">
          <div className="title">
            <h1>{t('Channels')}</h1>
          </div>
          <div className="acts">
            <IconButton icon="search" label={t('Search')} onClick={() => dispatcher.run('palette')} />
          </div>
        </div>
      </header>
      <div className="body side-page">
        <DirectList />
        <ChannelList />
      </div>
    </>
  );
}
