import type { CommandId } from '../../keys/command-keys.ts';
import type { MessageCommand } from './message-commands.ts';

type Commands = Partial<Record<CommandId, MessageCommand>>;

/** Commands that only read. */
const READING: readonly CommandId[] = [
  'actions',
  'copy-link',
  'copy-markdown',
  'picture',
  'fold',
  'context',
  'topic-or-channel',
];
/** Commands that a visitor sees, and that lead to the log-in. */
const TEMPTING: readonly CommandId[] = [
  'react',
  'reply',
  'quote',
  'star',
  'thumbs-up',
  'react-same',
  'user-card',
];

/** Commands for visitors without an account: they read, and everything else that is offered asks for an account. */
export function visitorCommands(commands: Commands, askForAccount: () => void): Commands {
  const reading = READING.flatMap((id) => (commands[id] === undefined ? [] : [[id, commands[id]]]));
  return Object.fromEntries([...reading, ...TEMPTING.map((id) => [id, askForAccount])]) as Commands;
}
