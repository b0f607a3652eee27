import { useRef, type ReactElement } from 'react';
import { EmojiPickerOnDemand } from '../../parts/emoji-picker-on-demand.tsx';
import { Popover } from '../../parts/popover.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import popover from '../../parts/popover.module.css';

export type ReactionPickerProps = {
  readonly messageId: number;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
};

export function ReactionPicker({ messageId, anchor, onClose }: ReactionPickerProps): ReactElement {
  const chat = useChat();
  const place = useRef<HTMLElement>(anchor);
  const custom = useSelect(chat.state, ({ realm_emoji }) => realm_emoji);
  return (
    <Popover
      label={t('React')}
      anchor={place}
      placement="bottom end"
      className={popover['bare']}
      onClose={onClose}
    >
      <EmojiPickerOnDemand
        custom={custom ?? {}}
        onPick={(emoji) => {
          onClose();
          void chat.actions.toggleReaction(messageId, emoji);
        }}
        onClose={onClose}
      />
    </Popover>
  );
}
