import type { ReactElement } from 'react';
import type { Conversation } from '../../data/narrow/narrow.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { DirectPicture } from '../../screen/user-picture.tsx';

/** The sign of a conversation in lists: the channel's, a picture, or the number of users. */
export function ConversationSign({ conversation }: { readonly conversation: Conversation }): ReactElement {
  return conversation.kind === 'topic' ? (
    <ChannelIcon channelId={conversation.channelId} />
  ) : (
    <DirectPicture userIds={conversation.userIds} />
  );
}
