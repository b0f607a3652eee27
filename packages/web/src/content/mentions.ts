import type { ContentSettings } from './settings.ts';
import styles from './mention.module.css';

/** Names of users, groups and wildcards; those that mean the reader are stronger. */
export function dressMentions(nodes: ParentNode, settings: ContentSettings): void {
  for (const mention of nodes.querySelectorAll<HTMLElement>(
    '.user-mention, .user-group-mention, .topic-mention',
  )) {
    const isSilent = mention.classList.contains('silent');
    const userId = Number(mention.dataset['userId']);
    const groupId = Number(mention.dataset['userGroupId']);
    const isOwn =
      userId === settings.selfId ||
      settings.groupIds.has(groupId) ||
      mention.classList.contains('topic-mention') ||
      mention.dataset['userId'] === '*';
    mention.className = isSilent
      ? `${styles['mention']} ${styles['silent']}`
      : isOwn
        ? (styles['mention'] ?? '')
        : `${styles['mention']} ${styles['other']}`;
    if (userId > 0) {
      rename(mention, settings.nameOf(userId), isSilent);
      openable(mention, 'user');
    } else if (groupId > 0) openable(mention, 'group');
  }
}

/** Shows the current name of a user who was renamed. */
function rename(mention: HTMLElement, name: string | undefined, isSilent: boolean): void {
  if (name !== undefined) mention.textContent = isSilent ? name : `@${name}`;
}

function openable(mention: HTMLElement, what: string): void {
  mention.dataset['do'] = what;
  mention.setAttribute('role', 'button');
  mention.setAttribute('tabindex', '0');
}
