import { later, t } from '../words/index.ts';
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
  palette: [['Mod+K'], 'going', later('Go to or do'), 'search', true],
  search: [['/'], 'going', later('Search'), 'search'],
  keys: [['?'], 'general', later('Keyboard'), 'key'],
  inbox: [['Shift+I', 'G I'], 'going', later('Inbox'), 'inbox'],
  recent: [['T', 'G R'], 'going', later('Recent'), 'clock'],
  feed: [['A', 'G A'], 'going', later('Combined feed'), 'feed'],
  starred: [['*', 'G S'], 'going', later('Starred'), 'star'],
  mentions: [['Mod+@', 'G M'], 'going', later('Mentions'), 'at'],
  drafts: [['D', 'G D'], 'going', later('Drafts'), 'pencil'],
  channels: [['G H'], 'going', later('Channels'), 'hash'],
  people: [['G P'], 'going', later('People'), 'people'],
  'new-channel': [['G N'], 'going', later('Create a channel'), 'plus'],
  'join-or-leave': [['Shift+S'], 'going', later('Join or leave the channel of the row'), 'hash'],
  invite: [['G V'], 'going', later('Invite people'), 'person'],
  'catch-up': [['G C'], 'reading', later('Catch up'), 'check'],
  back: [['Alt+ArrowLeft'], 'going', later('Back'), 'left', true],
  forward: [['Alt+ArrowRight'], 'going', later('Go forward'), 'right', true],
  'next-region': [['F6'], 'going', later('Next region'), undefined, true],
  'next-unread': [['N'], 'reading', later('Next unread topic'), 'right'],
  'next-followed': [['Shift+N'], 'reading', later('Next unread followed topic'), 'bell'],
  'next-direct': [['P'], 'reading', later('Next unread direct message'), 'person'],
  'topic-or-channel': [['S'], 'reading', later('Topic or channel of the message'), 'hash'],
  topics: [['Y'], 'going', later('Topics of this channel'), 'listi'],
  context: [['Z'], 'reading', later('Message in context'), 'eye'],
  'previous-channel': [['Shift+A'], 'going', later('Previous channel'), 'left'],
  'next-channel': [['Shift+D'], 'going', later('Next channel'), 'right'],
  'filter-channels': [['Q'], 'going', later('Filter channels'), 'hash'],
  'next-message': [['J', 'ArrowDown'], 'reading', later('Next message')],
  'previous-message': [['K', 'ArrowUp'], 'reading', later('Previous message')],
  'first-message': [['Home'], 'reading', later('First message')],
  'last-message': [['End', 'Shift+G'], 'reading', later('Last message')],
  'page-down': [['Space', 'Shift+J', 'PageDown'], 'reading', later('Down a screen')],
  'page-up': [['Shift+Space', 'Shift+K', 'PageUp'], 'reading', later('Up a screen')],
  done: [['Shift+E'], 'reading', later('Done: mark as read, next'), 'check'],
  later: [['H'], 'reading', later('Later'), 'later'],
  'unread-from-here': [['Shift+U'], 'reading', later('Unread from here'), 'unread'],
  'topic-visibility': [['Shift+M'], 'reading', later('Mute or follow the topic'), 'bell'],
  undo: [['Mod+Z'], 'reading', later('Undo the last bulk change'), 'retry'],
  reply: [['R', 'Enter'], 'writing', later('Reply'), 'reply'],
  'new-topic': [['C'], 'writing', later('New topic here'), 'plus'],
  'new-direct': [['X'], 'writing', later('New direct message'), 'person'],
  'composer-place': [['Mod+.'], 'writing', later('Go to the place of the draft'), 'forward', true],
  send: [['Mod+Enter'], 'writing', later('Send'), 'send', true],
  preview: [['Alt+P'], 'writing', later('Preview'), 'eye', true],
  bold: [['Mod+B'], 'writing', later('Bold'), 'bold', true],
  italic: [['Mod+I'], 'writing', later('Italic'), 'italic', true],
  link: [['Mod+Shift+L'], 'writing', later('Link'), 'link', true],
  code: [['Mod+Shift+C'], 'writing', later('Code'), 'code', true],
  leave: [['Escape'], 'writing', later('Leave the field, text stays'), undefined, true],
  actions: [['I'], 'message', later('All actions'), 'dots'],
  react: [[':'], 'message', later('React'), 'smile'],
  'react-same': [['='], 'message', later('React like the first one'), 'smile'],
  'thumbs-up': [['+'], 'message', later('Thumbs up'), 'smile'],
  quote: [['>'], 'message', later('Quote'), 'quote'],
  'forward-message': [['<'], 'message', later('Forward'), 'forward'],
  'reply-mention': [['@'], 'message', later('Reply with a mention'), 'at'],
  'reply-direct': [['Shift+R'], 'message', later('Reply to the sender alone'), 'person'],
  edit: [['E'], 'message', later('Edit'), 'pencil'],
  'edit-last': [['ArrowLeft'], 'message', later('Edit my last message'), 'pencil'],
  move: [['M'], 'message', later('Move'), 'move'],
  star: [['Mod+S'], 'message', later('Star'), 'star'],
  'copy-link': [['L'], 'message', later('Copy link'), 'link'],
  'copy-markdown': [['Shift+C'], 'message', later('Copy as Markdown'), 'copy'],
  'user-card': [['U'], 'message', later('Profile of the sender'), 'person'],
  picture: [['V'], 'message', later('Show the picture'), 'image'],
  history: [['Shift+H'], 'message', later('Edit history'), 'history'],
  receipts: [['Shift+V'], 'message', later('Read receipts'), 'eye'],
  fold: [['-'], 'message', later('Fold the message'), 'down'],
  remind: [['Shift+L'], 'message', later('Remind me'), 'later'],
  delete: [['Delete'], 'message', later('Delete'), 'trash'],
  resolve: [['Shift+X'], 'reading', later('Resolve or reopen the topic'), 'done'],
  'jump-date': [['G J'], 'reading', later('Jump to a date'), 'cal'],
  'rename-topic': [['Shift+T'], 'reading', later('Rename the topic'), 'pencil'],
  panel: [['Shift+O'], 'general', later('Side panel'), 'panel'],
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
