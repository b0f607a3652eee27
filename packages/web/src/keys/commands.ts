import { msg, t } from '../words/index.ts';
import type { IconName } from '../parts/icons.ts';
import { COMMAND_KEYS, type CommandId } from './command-keys.ts';

export type CommandGroup = 'reading' | 'going' | 'writing' | 'message' | 'general';

/** An action that keys, the palette, menus and the help share. Mounted components register what it does. */
export type Command = {
  readonly id: CommandId;
  readonly group: CommandGroup;
  readonly label: string;
  readonly keys: readonly string[];
  readonly icon?: IconName;
};

type Row = readonly [group: CommandGroup, label: string, icon?: IconName];

/** In the order of the help. Keys work before the words are loaded. */
const TABLE: Readonly<Record<CommandId, Row>> = {
  palette: ['going', msg('Go to or do'), 'search'],
  search: ['going', msg('Search'), 'search'],
  keys: ['general', msg('Keyboard'), 'key'],
  inbox: ['going', msg('Inbox'), 'inbox'],
  recent: ['going', msg('Recent'), 'clock'],
  feed: ['going', msg('Combined feed'), 'feed'],
  starred: ['going', msg('Starred'), 'star'],
  mentions: ['going', msg('Mentions'), 'at'],
  drafts: ['going', msg('Drafts'), 'pencil'],
  channels: ['going', msg('Channels'), 'hash'],
  people: ['going', msg('People'), 'people'],
  'new-channel': ['going', msg('Create a channel'), 'plus'],
  'join-or-leave': ['going', msg('Join or leave the channel of the row'), 'hash'],
  invite: ['going', msg('Invite people'), 'person'],
  'catch-up': ['reading', msg('Catch up'), 'check'],
  back: ['going', msg('Back'), 'left'],
  forward: ['going', msg('Go forward'), 'right'],
  'next-region': ['going', msg('Next region')],
  'next-unread': ['reading', msg('Next unread topic'), 'right'],
  'next-followed': ['reading', msg('Next unread followed topic'), 'bell'],
  'next-direct': ['reading', msg('Next unread direct message'), 'person'],
  'topic-or-channel': ['reading', msg('Topic or channel of the message'), 'hash'],
  topics: ['going', msg('Topics of this channel'), 'listi'],
  context: ['reading', msg('Message in context'), 'eye'],
  'previous-channel': ['going', msg('Previous channel'), 'left'],
  'next-channel': ['going', msg('Next channel'), 'right'],
  'filter-channels': ['going', msg('Filter channels'), 'hash'],
  'next-message': ['reading', msg('Next message')],
  'previous-message': ['reading', msg('Previous message')],
  'first-message': ['reading', msg('First message')],
  'last-message': ['reading', msg('Last message')],
  'page-down': ['reading', msg('Down a screen')],
  'page-up': ['reading', msg('Up a screen')],
  done: ['reading', msg('Done: mark as read, next'), 'check'],
  later: ['reading', msg('Later'), 'later'],
  'unread-from-here': ['reading', msg('Unread from here'), 'unread'],
  'topic-visibility': ['reading', msg('Mute or follow the topic'), 'bell'],
  undo: ['reading', msg('Undo the last bulk change'), 'retry'],
  reply: ['writing', msg('Reply'), 'reply'],
  'new-topic': ['writing', msg('New topic here'), 'plus'],
  'new-direct': ['writing', msg('New direct message'), 'person'],
  'composer-place': ['writing', msg('Go to the place of the draft'), 'forward'],
  send: ['writing', msg('Send'), 'send'],
  preview: ['writing', msg('Preview'), 'eye'],
  bold: ['writing', msg('Bold'), 'bold'],
  italic: ['writing', msg('Italic'), 'italic'],
  link: ['writing', msg('Link'), 'link'],
  code: ['writing', msg('Code'), 'code'],
  leave: ['writing', msg('Leave the field, text stays')],
  actions: ['message', msg('All actions'), 'dots'],
  react: ['message', msg('React'), 'smile'],
  'react-same': ['message', msg('React like the first one'), 'smile'],
  'thumbs-up': ['message', msg('Thumbs up'), 'smile'],
  quote: ['message', msg('Quote'), 'quote'],
  'forward-message': ['message', msg('Forward'), 'forward'],
  'reply-mention': ['message', msg('Reply with a mention'), 'at'],
  'reply-direct': ['message', msg('Reply to the sender alone'), 'person'],
  edit: ['message', msg('Edit'), 'pencil'],
  'edit-last': ['message', msg('Edit my last message'), 'pencil'],
  move: ['message', msg('Move'), 'move'],
  star: ['message', msg('Star'), 'star'],
  'copy-link': ['message', msg('Copy link'), 'link'],
  'copy-markdown': ['message', msg('Copy as Markdown'), 'copy'],
  'user-card': ['message', msg('Profile of the sender'), 'person'],
  picture: ['message', msg('Show the picture'), 'image'],
  history: ['message', msg('Edit history'), 'history'],
  receipts: ['message', msg('Read receipts'), 'eye'],
  fold: ['message', msg('Fold the message'), 'down'],
  remind: ['message', msg('Remind me'), 'later'],
  delete: ['message', msg('Delete'), 'trash'],
  resolve: ['reading', msg('Resolve or reopen the topic'), 'done'],
  'jump-date': ['reading', msg('Jump to a date'), 'cal'],
  'rename-topic': ['reading', msg('Rename the topic'), 'pencil'],
  panel: ['general', msg('Side panel'), 'panel'],
};

/** All commands, in the order of the help. */
export function allCommands(): Command[] {
  return (Object.keys(TABLE) as CommandId[]).map(commandOf);
}

export function commandOf(id: CommandId): Command {
  const [group, label, icon] = TABLE[id];
  return { id, group, label: t(label), keys: COMMAND_KEYS[id], ...(icon === undefined ? {} : { icon }) };
}
