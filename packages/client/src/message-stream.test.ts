import { expect, test } from 'vitest';
import { createConnection } from './connection.ts';
import { messageStream } from './message-stream.ts';

function ok(body: object): Response {
  return Response.json({ result: 'success', msg: '', ...body });
}

function message(id: number) {
  return { id, type: 'stream', content: String(id), flags: [] };
}

function event(id: number) {
  return { id: id * 10, type: 'message', message: message(id), flags: [] };
}

test('what came meanwhile is fetched page by page, and what is told twice is heard once', async () => {
  const anchors: (string | null)[] = [];
  const connection = createConnection({
    url: 'http://chat.test',
    fetch: async (input, { method } = {}) => {
      const { pathname, searchParams } = new URL(input as string);
      if (method === 'POST') return ok({ queue_id: 'q', last_event_id: -1, max_message_id: 9 });
      if (pathname.endsWith('/events')) return ok({ queue_id: 'q', events: [event(8), event(9), event(10)] });
      anchors.push(searchParams.get('anchor'));
      const isLast = anchors.length === 2;
      return ok({ messages: (isLast ? [8, 9] : [6, 7]).map(message), found_newest: isLast });
    },
  });
  const heard: number[] = [];
  for await (const { id } of messageStream(connection, { after: 5 })) {
    heard.push(id);
    if (id === 10) break;
  }
  expect(heard).toEqual([6, 7, 8, 9, 10]);
  expect(anchors).toEqual(['5', '7']);
});
