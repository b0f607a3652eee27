import type { ReactElement } from 'react';
import { userById } from '../data/derived/users.ts';
import { Picture, type PictureProps } from '../parts/picture.tsx';
import { useSelect } from '../parts/use-cell.ts';
import { useChat } from './chat-context.ts';
import { userName } from './titles.ts';
import pictures from '../parts/picture.module.css';

export type UserPictureProps = {
  readonly userId: number;
  readonly size?: NonNullable<PictureProps['size']>;
  readonly hasPresence?: boolean;
};

/** The picture of a user, with presence on request. */
export function UserPicture({ userId, size = 20, hasPresence = false }: UserPictureProps): ReactElement {
  const chat = useChat();
  const user = useSelect(chat.state, (state) => userById(state).get(userId));
  const presence = useSelect(chat.presence, (all) =>
    hasPresence && user?.is_bot !== true ? (all.get(userId) ?? 'offline') : undefined,
  );
  return (
    <Picture
      userId={userId}
      name={user?.full_name ?? userName(chat.state.get(), userId)}
      url={user?.avatar_url}
      size={size}
      presence={presence}
    />
  );
}

/** The picture of a direct conversation: of the other user, or the number of the others. */
export function DirectPicture(props: {
  readonly userIds: readonly number[];
  readonly size?: 20 | 24;
}): ReactElement {
  const { userIds, size = 20 } = props;
  const { selfId } = useChat();
  const [only = selfId] = userIds;
  if (userIds.length <= 1) return <UserPicture userId={only} size={size} hasPresence />;
  return (
    <span className={pictures['group']} aria-hidden="true">
      {userIds.length}
    </span>
  );
}
