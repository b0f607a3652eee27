import type { ReactElement } from 'react';
import type { Place } from '../../data/address/place.ts';
import type { Chat } from '../../data/chat.ts';
import { narrowKey, type Conversation } from '../../data/narrow/narrow.ts';
import { useDispatcher } from '../../keys/use-command.ts';
import { Count } from '../../parts/count.tsx';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { directName } from '../../screen/titles.ts';
import { unreadWords } from '../../screen/unread-words.ts';
import { DirectPicture } from '../../screen/user-picture.tsx';
import { PlaceLink } from './place-link.tsx';
import { Section } from './section.tsx';
import link from './place-link.module.css';

type Direct = Extract<Conversation, { kind: 'direct' }>;

/** Direct conversations in the sidebar, without those that are unread or open. */
const MAX_SHOWN_DIRECT = 5;

/** The latest direct conversations, and all unread ones. */
export function DirectList(): ReactElement {
  const { chat, place } = useChatScreen();
  const open = useSelect(place, openDirect);
  const dispatcher = useDispatcher();
  const unread = useCell(chat.unread);
  const recent = useSelect(chat.state, (state) => state.recent_private_conversations);
  const drafts = useCell(chat.drafts.all);
  const shown = shownDirects(chat, recent, open);
  return (
    <Section
      storageKey="direct"
      title={t('Direct messages')}
      action={
        <IconButton
          icon="plus"
          label={t('New direct message')}
          shortcut="X"
          onClick={() => dispatcher.run('new-direct')}
        />
      }
    >
      {shown.map((narrow) => {
        const key = narrowKey(narrow);
        return (
          <DirectRow
            key={key}
            narrow={narrow}
            unread={unread.byKey.get(key) ?? NONE}
            hasDraft={drafts.has(key)}
          />
        );
      })}
    </Section>
  );
}

type Counts = { readonly count: number; readonly mentions: number; readonly isMuted: boolean };
const NONE: Counts = { count: 0, mentions: 0, isMuted: false };

function DirectRow(props: {
  readonly narrow: Direct;
  readonly unread: Counts;
  readonly hasDraft: boolean;
}): ReactElement {
  const chat = useChat();
  const { narrow, unread, hasDraft } = props;
  const name = useSelect(chat.state, (state) => directName(state, narrow.userIds));
  return (
    <PlaceLink
      to={{ view: 'messages', narrow }}
      isUnread={unread.count > 0 && !unread.isMuted}
      isMuted={unread.isMuted}
      title={name}
    >
      <DirectPicture userIds={narrow.userIds} />
      <bdi className="clip">{name}</bdi>
      {unread.count > 0 ? (
        <Count count={unread.count} look={unread.isMuted ? 'plain' : 'pill'} words={unreadWords(unread)} />
      ) : hasDraft ? (
        <>
          <Icon name="pencil" isSmall className={link['end']} />
          <span className="sr">, {t('draft')}</span>
        </>
      ) : null}
    </PlaceLink>
  );
}

function openDirect(place: Place): Direct | undefined {
  return place.view === 'messages' && place.narrow.kind === 'direct' ? place.narrow : undefined;
}

function shownDirects(
  chat: Chat,
  recent: ReturnType<Chat['state']['get']>['recent_private_conversations'],
  open: Direct | undefined,
): readonly Direct[] {
  const latest = (recent ?? [])
    .toSorted((a, b) => b.max_message_id - a.max_message_id)
    .map(({ user_ids: ids }): Direct => ({ kind: 'direct', userIds: ids.toSorted((a, b) => a - b) }));
  const unread = chat.unread.get().order.map(({ conversation }) => conversation);
  const wanted = new Set([...unread, ...(open === undefined ? [] : [open])].map(narrowKey));
  const shown = latest.filter((one, index) => index < MAX_SHOWN_DIRECT || wanted.has(narrowKey(one)));
  const isMissing = open !== undefined && !shown.some((one) => narrowKey(one) === narrowKey(open));
  return isMissing ? [open, ...shown] : shown;
}
