import type { CommandId } from '../../keys/command-keys.ts';
import type { MenuGroup } from '../../parts/surface-props.ts';
import type { Place } from '../../data/address/place.ts';
import type { Conversation } from '../../data/narrow/narrow.ts';
import type { ChatScreen } from '../../screen/chat-context.ts';

/** Menus are loaded with their first use: a page is read before anything is done on it. */
type LoadedMenu = Promise<readonly MenuGroup[]>;

export async function channelMenu(screen: ChatScreen, channelId: number): LoadedMenu {
  if (screen.askForAccount !== undefined) return visitorMenu(screen, { view: 'topics', channelId });
  const menus = await import('./channel-menu.ts');
  return menus.channelMenu(screen, channelId);
}

/** Actions on a topic or a direct conversation. */
export async function conversationMenu(screen: ChatScreen, conversation: Conversation): LoadedMenu {
  if (screen.askForAccount !== undefined)
    return visitorMenu(screen, { view: 'messages', narrow: conversation });
  const menus = await import('./topic-menu.ts');
  return conversation.kind === 'topic'
    ? menus.topicMenu(screen, conversation.channelId, conversation.topic)
    : menus.directMenu(screen, conversation.userIds);
}

async function visitorMenu(screen: ChatScreen, place: Place): LoadedMenu {
  const menus = await import('./visitor-menu.ts');
  return menus.visitorMenu(screen, place);
}

/** Settings of a topic, one of which is chosen. */
export async function visibilityMenu(screen: ChatScreen, channelId: number, topic: string): LoadedMenu {
  const menus = await import('./topic-menu.ts');
  return [{ entries: menus.visibilityEntries(screen, channelId, topic) }];
}

/** Times at which a conversation comes back to the inbox. */
export async function postponeMenu({ chat }: ChatScreen, conversation: Conversation): LoadedMenu {
  const { postponeEntries } = await import('../postpone.ts');
  return [{ entries: postponeEntries(chat, conversation) }];
}

/** Actions on a user. */
export async function userMenu(screen: ChatScreen, userId: number): LoadedMenu {
  const menus = await import('../profile/user-menu.ts');
  return menus.userMenu(screen, userId);
}

export async function ownMenu(
  screen: ChatScreen,
  openDialog: (dialog: 'status' | 'sessions') => void,
): LoadedMenu {
  const menus = await import('./own-menu.ts');
  return menus.ownMenu(screen, openDialog);
}

export async function organizationMenu(screen: ChatScreen, run: (id: CommandId) => void): LoadedMenu {
  const menus = await import('./sidebar-menus.ts');
  return menus.organizationMenu(screen, run);
}

export async function moreMenu(screen: ChatScreen): LoadedMenu {
  const menus = await import('./sidebar-menus.ts');
  return menus.moreMenu(screen);
}
