import { useEffect, type ReactElement } from 'react';
import { setBadge } from '../../../sw/badge.ts';
import { allowPictures } from '../../../sw/pictures.ts';
import { reportFault } from '../../data/faults.ts';
import { isSharedDevice } from '../../data/session/device.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { badgeCount } from './app-badge.ts';
import { useAskedByAddress } from './asked-by-address.ts';
import { InstallOffer } from './install-offer.tsx';
import { useKeyboardRoom } from './keyboard-room.ts';

/** Ties of the client to the device on which it is or can be installed. */
export function Installed(): ReactElement {
  useAskedByAddress();
  useBadge();
  useKeyboardRoom();
  useEffect(() => {
    if (!isSharedDevice()) allowPictures().catch(reportFault);
  }, []);
  return <InstallOffer />;
}

function useBadge(): void {
  const chat = useChat();
  const display = useSelect(chat.state, (state) => state.user_settings?.desktop_icon_count_display);
  const count = useSelect(chat.unread, (unread) => badgeCount(unread, display));
  useEffect(() => {
    setBadge(count).catch(reportFault);
  }, [count]);
}
