import { msg, t } from '../words/index.ts';
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
  palette: [['Mod+K'], 'going', msg('Go to or do'), 'search', true],
  search: [['/'], 'going', msg('Search'), 'search'],
  keys: [['?'], 'general', msg('Keyboard'), 'key'],
  inbox: [['Shift+I', 'G I'], 'going', msg('Inbox'), 'inbox'],
  recent: [['T', 'G R'], 'going', msg('Recent'), 'clock'],
  feed: [['A', 'G A'], 'going', msg('Combined feed'), 'feed'],
  starred: [['*', 'G S'], 'going', msg('Starred'), 'star'],
  mentions: [['Mod+@', 'G M'], 'going', msg('Mentions'), 'at'],
  drafts: [['D', 'G D'], 'going', msg('Drafts'), 'pencil'],
  channels: [['G H'], 'going', msg('Channels'), 'hash'],
  people: [['G P'], 'going', msg('People'), 'people'],
  'new-channel': [['G N'], 'going', msg('Create a channel'), 'plus'],
  'join-or-leave': [['Shift+S'], 'going', msg('Join or leave the channel of the row'), 'hash'],
  invite: [['G V'], 'going', msg('Invite people'), 'person'],
  'catch-up': [['G C'], 'reading', msg('Catch up'), 'check'],
  back: [['Alt+ArrowLeft'], 'going', msg('Back'), 'left', true],
  forward: [['Alt+ArrowRight'], 'going', msg('Go forward'), 'right', true],
  'next-region': [['F6'], 'going', msg('Next region'), undefined, true],
  'next-unread': [['N'], 'reading', msg('Next unread topic'), 'right'],
  'next-followed': [['Shift+N'], 'reading', msg('Next unread followed topic'), 'bell'],
  'next-direct': [['P'], 'reading', msg('Next unread direct message'), 'person'],
  'topic-or-channel': [['S'], 'reading', msg('Topic or channel of the message'), 'hash'],
  topics: [['Y'], 'going', msg('Topics of this channel'), 'listi'],
  context: [['Z'], 'reading', msg('Message in context'), 'eye'],
  'previous-channel': [['Shift+A'], 'going', msg('Previous channel'), 'left'],
  'next-channel': [['Shift+D'], 'going', msg('Next channel'), 'right'],
  'filter-channels': [['Q'], 'going', msg('Filter channels'), 'hash'],
  'next-message': [['J', 'ArrowDown'], 'reading', msg('Next message')],
  'previous-message': [['K', 'ArrowUp'], 'reading', msg('Previous message')],
  'first-message': [['Home'], 'reading', msg('First message')],
  'last-message': [['End', 'Shift+G'], 'reading', msg('Last message')],
  'page-down': [['Space', 'Shift+J', 'PageDown'], 'reading', msg('Down a screen')],
  'page-up': [['Shift+Space', 'Shift+K', 'PageUp'], 'reading', msg('Up a screen')],
  done: [['Shift+E'], 'reading', msg('Done: mark as read, next'), 'check'],
  later: [['H'], 'reading', msg('Later'), 'later'],
  'unread-from-here': [['Shift+U'], 'reading', msg('Unread from here'), 'unread'],
  'topic-visibility': [['Shift+M'], 'reading', msg('Mute or follow the topic'), 'bell'],
  undo: [['Mod+Z'], 'reading', msg('Undo the last bulk change'), 'retry'],
  reply: [['R', 'Enter'], 'writing', msg('Reply'), 'reply'],
  'new-topic': [['C'], 'writing', msg('New topic here'), 'plus'],
  'new-direct': [['X'], 'writing', msg('New direct message'), 'person'],
  'composer-place': [['Mod+.'], 'writing', msg('Go to the place of the draft'), 'forward', true],
  send: [['Mod+Enter'], 'writing', msg('Send'), 'send', true],
  preview: [['Alt+P'], 'writing', msg('Preview'), 'eye', true],
  bold: [['Mod+B'], 'writing', msg('Bold'), 'bold', true],
  italic: [['Mod+I'], 'writing', msg('Italic'), 'italic', true],
  link: [['Mod+Shift+L'], 'writing', msg('Link'), 'link', true],
  code: [['Mod+Shift+C'], 'writing', msg('Code'), 'code', true],
  leave: [['Escape'], 'writing', msg('Leave the field, text stays'), undefined, true],
  actions: [['I'], 'message', msg('All actions'), 'dots'],
  react: [[':'], 'message', msg('React'), 'smile'],
  'react-same': [['='], 'message', msg('React like the first one'), 'smile'],
  'thumbs-up': [['+'], 'message', msg('Thumbs up'), 'smile'],
  quote: [['>'], 'message', msg('Quote'), 'quote'],
  'forward-message': [['<'], 'message', msg('Forward'), 'forward'],
  'reply-mention': [['@'], 'message', msg('Reply with a mention'), 'at'],
  'reply-direct': [['Shift+R'], 'message', msg('Reply to the sender alone'), 'person'],
  edit: [['E'], 'message', msg('Edit'), 'pencil'],
  'edit-last': [['ArrowLeft'], 'message', msg('Edit my last message'), 'pencil'],
  move: [['M'], 'message', msg('Move'), 'move'],
  star: [['Mod+S'], 'message', msg('Star'), 'star'],
  'copy-link': [['L'], 'message', msg('Copy link'), 'link'],
  'copy-markdown': [['Shift+C'], 'message', msg('Copy as Markdown'), 'copy'],
  'user-card': [['U'], 'message', msg('Profile of the sender'), 'person'],
  picture: [['V'], 'message', msg('Show the picture'), 'image'],
  history: [['Shift+H'], 'message', msg('Edit history'), 'history'],
  receipts: [['Shift+V'], 'message', msg('Read receipts'), 'eye'],
  fold: [['-'], 'message', msg('Fold the message'), 'down'],
  remind: [['Shift+L'], 'message', msg('Remind me'), 'later'],
  delete: [['Delete'], 'message', msg('Delete'), 'trash'],
  resolve: [['Shift+X'], 'reading', msg('Resolve or reopen the topic'), 'done'],
  'jump-date': [['G J'], 'reading', msg('Jump to a date'), 'cal'],
  'rename-topic': [['Shift+T'], 'reading', msg('Rename the topic'), 'pencil'],
  panel: [['Shift+O'], 'general', msg('Side panel'), 'panel'],
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
