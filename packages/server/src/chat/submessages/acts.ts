import * as z from 'zod';
import { badRequest } from '../../engine/api-error.ts';

const place = z.int().min(0).max(1000);

function act<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.strictObject({ type: z.literal(type), ...shape });
}

/** What can be done in each kind of message; some of it by its sender alone. */
const ACTS = {
  poll: {
    anyone: z.union([
      act('vote', { key: z.string(), vote: z.literal([1, -1]) }),
      act('new_option', { option: z.string(), idx: place }),
    ]),
    author: act('question', { question: z.string() }),
  },
  todo: {
    anyone: z.union([
      act('strike', { key: z.string() }),
      act('new_task', { key: place, task: z.string(), desc: z.string(), completed: z.boolean() }),
    ]),
    author: act('new_task_list_title', { title: z.string() }),
  },
} as const;

/** Refuses what cannot be done in a message that starts with some part, or not by this user. */
export function checkAct(widget: string | undefined, content: string, isAuthor: boolean): void {
  const given = parsed(content);
  const kind = kindOf(widget);
  if (kind === undefined) return;
  if (ACTS[kind].anyone.safeParse(given).success) return;
  if (!ACTS[kind].author.safeParse(given).success) throw badRequest('That cannot be done in this message.');
  if (!isAuthor) throw badRequest('Only who sent the message may do that.');
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    throw badRequest('What is done in a message is said as JSON.');
  }
}

function kindOf(widget: string | undefined): keyof typeof ACTS | undefined {
  if (widget === undefined) return undefined;
  const known = z.object({ widget_type: z.enum(['poll', 'todo']) }).safeParse(JSON.parse(widget));
  return known.success ? known.data.widget_type : undefined;
}
