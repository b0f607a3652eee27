import { memo, type ReactElement } from 'react';
import { useDispatcher } from '../../keys/use-command.ts';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../words/index.ts';
import { ChannelList } from './channel-list.tsx';
import { DirectList } from './direct-list.tsx';
import { OrganizationMenu } from './organization-menu.tsx';
import { OwnFoot } from './own-foot.tsx';
import { rove } from './rove.ts';
import { SyncLine } from './sync-line.tsx';
import { ViewLinks } from './view-links.tsx';
import sidebar from './sidebar.module.css';

/** Views, direct conversations and channels of the user. */
export const Sidebar = memo(function Sidebar(): ReactElement {
  const dispatcher = useDispatcher();
  return (
    <nav className={sidebar['sidebar']} data-region aria-label={t('Channels and conversations')}>
      <div className={sidebar['head']}>
        <OrganizationMenu />
        <button type="button" className={sidebar['find']} onClick={() => dispatcher.run('palette')}>
          <Icon name="search" />
          <span>{t('Search or go to')}</span>
          <kbd>{t('Ctrl K')}</kbd>
        </button>
      </div>
      <div className={sidebar['places']}>
        <div className={sidebar['views']} ref={rove}>
          <ViewLinks />
        </div>
        <div className={sidebar['channels']}>
          <div ref={rove}>
            <DirectList />
          </div>
          <div ref={rove}>
            <ChannelList />
          </div>
        </div>
      </div>
      <SyncLine />
      <OwnFoot />
    </nav>
  );
});
