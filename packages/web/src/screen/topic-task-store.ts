import { createCell, type Cell } from '../data/cell.ts';

/** A dialog about a topic. */
export type TopicTask = {
  readonly kind: 'rename' | 'move' | 'delete';
  readonly channelId: number;
  readonly topic: string;
};

const current = createCell<TopicTask | undefined>(undefined);

export const openTopicTask: Cell<TopicTask | undefined> = current;

export function beginTopicTask(task: TopicTask): void {
  current.set(task);
}

export function endTopicTask(): void {
  current.set(undefined);
}
