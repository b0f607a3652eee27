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

/** Views, direct conversations and channels of the user. */
export const Sidebar = memo(function Sidebar(): ReactElement {
  const dispatcher = useDispatcher();
  return (
    <nav className="side" aria-label={t('Channels and conversations')}>
      <div className="head">
        <OrganizationMenu />
        <button type="button" className="find" onClick={() => dispatcher.run('palette')}>
          <Icon name="search" />
          <span className="clip">{t('Search or go to')}</span>
          <kbd>{t('Ctrl K')}</kbd>
        </button>
      </div>
      <div className="places">
        <div className="views" ref={rove}>
          <ViewLinks />
        </div>
        <div className="scroll">
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
