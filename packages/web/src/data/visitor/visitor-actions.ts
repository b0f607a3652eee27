import type { ChatActions } from '../chat.ts';

/** Changes that reading makes by itself. */
const SILENT: ReadonlySet<string> = new Set(['markRead', 'sendTyping'] satisfies (keyof ChatActions)[]);

/** Actions of a visitor: each asks for an account, and changes nothing. */
export function visitorActions(actions: ChatActions, askForAccount: () => void): ChatActions {
  const parts = Object.entries(actions).map(([name, part]) => [
    name,
    typeof part === 'function'
      ? () => {
          if (!SILENT.has(name)) askForAccount();
          return Promise.resolve(false);
        }
      : part,
  ]);
  return Object.fromEntries(parts) as ChatActions;
}
