import type { ReactElement } from 'react';
import { IconButton } from '../parts/icon-button.tsx';
import { useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { hasCalls } from '../screen/has-calls.ts';
import { t } from '../words/index.ts';

export type CallButtonProps = {
  readonly className?: string | undefined;
  /** Takes the text that leads to the call. */
  readonly onText: (text: string) => void;
};

/** Makes a video call with the provider of the organization; nothing where there is none. */
export function CallButton({ className, onText }: CallButtonProps): ReactElement | null {
  const chat = useChat();
  if (!useSelect(chat.state, hasCalls)) return null;
  return (
    <IconButton
      icon="video"
      className={className}
      label={t('Video call')}
      onClick={() => void import('./start-call.ts').then(({ startCall }) => startCall(chat, onText))}
    />
  );
}
