import { useSelect } from '../parts/use-cell.ts';
import { TOUCH_QUERY, useMedia } from '../parts/use-media.ts';
import { useChat } from '../screen/chat-context.ts';

/** Whether Enter sends; never with a keyboard on the screen, which has no other key for a new line. */
export function useEnterSends(): boolean {
  const chat = useChat();
  const isWanted = useSelect(chat.state, (state) => state.user_settings?.enter_sends === true);
  return !useMedia(TOUCH_QUERY) && isWanted;
}
