import type { ReactElement } from 'react';
import type { Place } from '../data/address/place.ts';
import { channelById } from '../data/derived/channels.ts';
import { useSelect } from '../parts/use-cell.ts';
import { t } from '../words/index.ts';
import { useChat } from '../screen/chat-context.ts';
import { channelOf } from '../screen/going.ts';
import { InboxLink, Trouble } from './trouble.tsx';

/** Whether a place is in a channel that does not exist for the reader; the server does not say why. */
export function useIsHidden(place: Place): boolean {
  const chat = useChat();
  const channelId = channelOf(place);
  return useSelect(
    chat.state,
    (state) => channelId !== undefined && channelById(state, channelId) === undefined,
  );
}

/** In place of a channel that does not exist, or that the reader may not see. */
export function HiddenChannel(): ReactElement {
  return (
    <Trouble
      icon="lock"
      title={t('This channel does not exist, or you may not see it')}
      text={t('The link may be old. Its sender can add you to a private channel.')}
    >
      <InboxLink />
    </Trouble>
  );
}
