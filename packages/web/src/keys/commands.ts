import { t } from '../words/index.ts';
import type { IconName } from '../parts/icons.ts';

export type CommandGroup = 'reading' | 'going' | 'writing' | 'message' | 'general';

/** An action that keys, the palette, menus and the help share. Mounted components register what it does. */
export type Command = {
  readonly id: CommandId;
  readonly group: CommandGroup;
  readonly label: string;
  /** Key strokes, the first one is shown: `Shift+E`, `Mod+K`, or two strokes in a row: `G I`. */
  readonly keys: readonly string[];
  readonly icon?: IconName;
  /** Works while a text field has the focus, too. */
  readonly worksInFields?: boolean;
};

type Row = readonly [
  keys: readonly string[],
  group: CommandGroup,
  label: string,
  icon?: IconName | undefined,
  worksInFields?: boolean,
];

const TABLE = {
  palette: [['Mod+K'], 'going', 'Go to or do', 'search', true],
  search: [['/'], 'going', 'Search', 'search'],
  keys: [['?'], 'general', 'Keyboard', 'key'],
  inbox: [['Shift+I', 'G I'], 'going', 'Inbox', 'inbox'],
  recent: [['T', 'G R'], 'going', 'Recent', 'clock'],
  feed: [['A', 'G A'], 'going', 'Combined feed', 'feed'],
  starred: [['*', 'G S'], 'going', 'Starred', 'star'],
  mentions: [['Mod+@', 'G M'], 'going', 'Mentions', 'at'],
  drafts: [['D', 'G D'], 'going', 'Drafts', 'pencil'],
  channels: [['G H'], 'going', 'Channels', 'hash'],
  people: [['G P'], 'going', 'People', 'people'],
  'new-channel': [['G N'], 'going', 'Create a channel', 'plus'],
  'join-or-leave': [['Shift+S'], 'going', 'Join or leave the channel of the row', 'hash'],
  invite: [['G V'], 'going', 'Invite people', 'person'],
  'catch-up': [['G C'], 'reading', 'Catch up', 'check'],
  back: [['Alt+ArrowLeft'], 'going', 'Back', 'left', true],
  forward: [['Alt+ArrowRight'], 'going', 'Forward', 'right', true],
  'next-region': [['F6'], 'going', 'Next region', undefined, true],
  'next-unread': [['N'], 'reading', 'Next unread topic', 'right'],
  'next-followed': [['Shift+N'], 'reading', 'Next unread followed topic', 'bell'],
  'next-direct': [['P'], 'reading', 'Next unread direct message', 'person'],
  'topic-or-channel': [['S'], 'reading', 'Topic or channel of the message', 'hash'],
  topics: [['Y'], 'going', 'Topics of this channel', 'listi'],
  context: [['Z'], 'reading', 'Message in context', 'eye'],
  'previous-channel': [['Shift+A'], 'going', 'Previous channel', 'left'],
  'next-channel': [['Shift+D'], 'going', 'Next channel', 'right'],
  'filter-channels': [['Q'], 'going', 'Filter channels', 'hash'],
  'next-message': [['J', 'ArrowDown'], 'reading', 'Next message'],
  'previous-message': [['K', 'ArrowUp'], 'reading', 'Previous message'],
  'first-message': [['Home'], 'reading', 'First message'],
  'last-message': [['End', 'Shift+G'], 'reading', 'Last message'],
  'page-down': [['Space', 'Shift+J', 'PageDown'], 'reading', 'Down a screen'],
  'page-up': [['Shift+Space', 'Shift+K', 'PageUp'], 'reading', 'Up a screen'],
  done: [['Shift+E'], 'reading', 'Done: mark as read, next', 'check'],
  later: [['H'], 'reading', 'Later', 'later'],
  'unread-from-here': [['Shift+U'], 'reading', 'Unread from here', 'unread'],
  'topic-visibility': [['Shift+M'], 'reading', 'Mute or follow the topic', 'bell'],
  undo: [['Mod+Z'], 'reading', 'Undo the last bulk change', 'retry'],
  reply: [['R', 'Enter'], 'writing', 'Reply', 'reply'],
  'new-topic': [['C'], 'writing', 'New topic here', 'plus'],
  'new-direct': [['X'], 'writing', 'New direct message', 'person'],
  'composer-place': [['Mod+.'], 'writing', 'Go to the place of the draft', 'forward', true],
  send: [['Mod+Enter'], 'writing', 'Send', 'send', true],
  preview: [['Alt+P'], 'writing', 'Preview', 'eye', true],
  bold: [['Mod+B'], 'writing', 'Bold', 'bold', true],
  italic: [['Mod+I'], 'writing', 'Italic', 'italic', true],
  link: [['Mod+Shift+L'], 'writing', 'Link', 'link', true],
  code: [['Mod+Shift+C'], 'writing', 'Code', 'code', true],
  leave: [['Escape'], 'writing', 'Leave the field, text stays', undefined, true],
  actions: [['I'], 'message', 'All actions', 'dots'],
  react: [[':'], 'message', 'React', 'smile'],
  'react-same': [['='], 'message', 'React like the first one', 'smile'],
  'thumbs-up': [['+'], 'message', 'Thumbs up', 'smile'],
  quote: [['>'], 'message', 'Quote', 'quote'],
  'forward-message': [['<'], 'message', 'Forward', 'forward'],
  'reply-mention': [['@'], 'message', 'Reply with a mention', 'at'],
  'reply-direct': [['Shift+R'], 'message', 'Reply to the sender alone', 'person'],
  edit: [['E'], 'message', 'Edit', 'pencil'],
  'edit-last': [['ArrowLeft'], 'message', 'Edit my last message', 'pencil'],
  move: [['M'], 'message', 'Move', 'move'],
  star: [['Mod+S'], 'message', 'Star', 'star'],
  'copy-link': [['L'], 'message', 'Copy link', 'link'],
  'copy-markdown': [['Shift+C'], 'message', 'Copy as Markdown', 'copy'],
  'user-card': [['U'], 'message', 'Profile of the sender', 'person'],
  picture: [['V'], 'message', 'Show the picture', 'image'],
  history: [['Shift+H'], 'message', 'Edit history', 'history'],
  receipts: [['Shift+V'], 'message', 'Read receipts', 'eye'],
  fold: [['-'], 'message', 'Fold the message', 'down'],
  remind: [['Shift+L'], 'message', 'Remind me', 'later'],
  delete: [['Delete'], 'message', 'Delete', 'trash'],
  resolve: [['Shift+X'], 'reading', 'Resolve or reopen the topic', 'done'],
  'jump-date': [['G J'], 'reading', 'Jump to a date', 'cal'],
  'rename-topic': [['Shift+T'], 'reading', 'Rename the topic', 'pencil'],
  panel: [['Shift+O'], 'general', 'Side panel', 'panel'],
} as const satisfies Record<string, Row>;

export type CommandId = keyof typeof TABLE;

/** All commands, in the order of the help. */
export function allCommands(): Command[] {
  return (Object.keys(TABLE) as CommandId[]).map(commandOf);
}

export function commandOf(id: CommandId): Command {
  const [keys, group, label, icon, worksInFields]: Row = TABLE[id];
  return {
    id,
    group,
    label: t(label),
    keys,
    ...(icon === undefined ? {} : { icon }),
    ...(worksInFields === undefined ? {} : { worksInFields }),
  };
}
