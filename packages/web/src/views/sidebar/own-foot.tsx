import { Suspense, useState, type ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { lazyPart } from '../../parts/lazy-part.ts';
import { MenuButton } from '../../parts/menu.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { ownMenu } from '../menus/load-menus.ts';
import { StatusText, useStatus } from '../you/status-text.tsx';
import { UserPicture } from '../../screen/user-picture.tsx';
import styles from './own-foot.module.css';

const StatusDialog = lazyPart(() => import('../you/status-dialog.tsx').then((module) => module.StatusDialog));
const SessionsDialog = lazyPart(() =>
  import('../settings/sessions-dialog.tsx').then((module) => module.SessionsDialog),
);

export type OwnDialog = 'status' | 'sessions';

/** The user's own picture, status and settings. */
export function OwnFoot(): ReactElement {
  const screen = useChatScreen();
  const { chat } = screen;
  const [dialog, setDialog] = useState<OwnDialog>();
  const name = useSelect(chat.state, (state) => state.full_name ?? '');
  const status = useStatus(chat.selfId);
  return (
    <div className={styles['foot']}>
      <UserPicture userId={chat.selfId} size={24} hasPresence />
      <div className="grow">
        <div className="clip">
          <bdi>{name}</bdi>
        </div>
        <button type="button" className={`${styles['status']} clip`} onClick={() => setDialog('status')}>
          <span className={status === undefined ? undefined : 'sr'}>{t('Set a status')} </span>
          {status === undefined ? null : <StatusText status={status} />}
        </button>
      </div>
      <MenuButton label={t('Settings')} placement="top end" groups={() => ownMenu(screen, setDialog)}>
        <Icon name="sliders" />
      </MenuButton>
      <OwnDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </div>
  );
}

/** Dialogs that the foot and the own page share. */
export function OwnDialogs(props: {
  readonly dialog: OwnDialog | undefined;
  readonly onClose: () => void;
}): ReactElement {
  return (
    <Suspense fallback={null}>
      {props.dialog === 'status' ? <StatusDialog onClose={props.onClose} /> : null}
      {props.dialog === 'sessions' ? <SessionsDialog onClose={props.onClose} /> : null}
    </Suspense>
  );
}
