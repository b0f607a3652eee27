import type { Share } from './share.ts';

/** Waiting tasks. Organizations take turns, and within an organization its users. */
export type WaitingLine<Task extends Share> = {
  add(task: Task): void;
  remove(task: Task): void;
  /** Removes the next task by turn that may run; its organization and its user then go to the end of the line. */
  take(mayRun: (task: Task) => boolean): Task | undefined;
  /** Users of an organization that have a waiting task. */
  userCount(realmId: number): number;
  tasks(): Task[];
};

export function createWaitingLine<Task extends Share>(): WaitingLine<Task> {
  /** Organizations, and users within each, in the order of their turns. */
  const realms = new Map<number, Map<number, Task[]>>();

  const remove = (task: Task): void => {
    const users = realms.get(task.realmId);
    const own = users?.get(task.userId);
    const index = own?.indexOf(task) ?? -1;
    if (users === undefined || own === undefined || index === -1) return;
    own.splice(index, 1);
    if (own.length === 0) users.delete(task.userId);
    if (users.size === 0) realms.delete(task.realmId);
  };

  return {
    add: (task) => {
      const users = realms.get(task.realmId) ?? new Map<number, Task[]>();
      const own = users.get(task.userId) ?? [];
      own.push(task);
      users.set(task.userId, own);
      realms.set(task.realmId, users);
    },
    remove,
    take: (mayRun) => {
      for (const [realmId, users] of realms)
        for (const [userId, [task]] of users) {
          if (task === undefined || !mayRun(task)) continue;
          remove(task);
          moveToEnd(users, userId);
          moveToEnd(realms, realmId);
          return task;
        }
      return undefined;
    },
    userCount: (realmId) => realms.get(realmId)?.size ?? 0,
    tasks: () => [...realms.values()].flatMap((users) => [...users.values()].flat()),
  };
}

function moveToEnd<Key, Value>(entries: Map<Key, Value>, key: Key): void {
  const value = entries.get(key);
  if (value === undefined) return;
  entries.delete(key);
  entries.set(key, value);
}
