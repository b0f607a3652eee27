import { check, type Check } from './check.ts';
import type { ModelledOrganization } from './modelled-organization.ts';
import type { Copy, Model } from './model.ts';
import { recount, topicRows, type RecountRow } from './recount.ts';

/** Compares the tables with the model. */
export async function checkTables(ground: ModelledOrganization): Promise<Check[]> {
  const { model } = ground;
  const [rows, topics] = await Promise.all([recount(ground), topicRows(ground)]);
  const wanted = model.users.flatMap(({ id, copies }) =>
    [...copies].toSorted(([a], [b]) => a - b).map(([message, copy]) => `${id} ${message} ${show(copy)}`),
  );
  const found = rows.map((row) => `${row.user_id} ${row.message_id} ${show(copyOf(row))}`);
  const [there, here] = [new Set(found), new Set(wanted)];
  return [
    // Only the rows that differ.
    check(
      'recount',
      wanted.filter((row) => !there.has(row)),
      found.filter((row) => !here.has(row)),
    ),
    check('topics', topicsOf(model), topics),
  ];
}

function copyOf(row: RecountRow): Copy {
  return {
    isReceived: row.is_received,
    isRead: row.is_read,
    isStarred: row.is_starred,
    isMentioned: row.is_mentioned,
  };
}

function show({ isReceived, isRead, isStarred, isMentioned }: Copy): string {
  return [isReceived && 'received', isRead && 'read', isStarred && 'starred', isMentioned && 'mentioned']
    .filter(Boolean)
    .join(' ');
}

/** Newest message of each topic, with its spelling of the topic. */
function topicsOf(model: Model) {
  const newest = new Map<string, { channel_id: number; name: string; last_message_id: number }>();
  for (const { id, conversation: place } of model.messages)
    if (place.kind === 'channel')
      newest.set(`${String(place.channel.id).padStart(9, '0')} ${place.topic.toLowerCase()}`, {
        channel_id: place.channel.id,
        name: place.topic,
        last_message_id: id,
      });
  return [...newest].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
