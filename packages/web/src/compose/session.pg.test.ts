import { createClient, type Client } from '@parley/client';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { createSession, type ComposeSession } from './session.ts';

let server: TestServer;
let client: Client;
const stored = { text: '' };

beforeAll(async () => {
  server = await startTestServer();
  const { email, apiKey } = await server.user({ fullName: 'Ada' });
  client = createClient({ url: server.url, email, apiKey });
});
afterAll(() => server.stop());

/** A turn before the request, so that a cancel comes before it. */
const upload: Client['upload'] = async (content, options) => {
  await Promise.resolve();
  options?.signal?.throwIfAborted();
  return client.upload(content, options);
};

function session(text = '', maxBytes = 1000): ComposeSession {
  stored.text = text;
  return createSession(
    {
      load: () => stored.text,
      save: (next) => {
        stored.text = next;
      },
    },
    { upload, maxBytes: () => maxBytes },
  );
}

function file(name: string, content = 'content'): File {
  return new File([content], name, { type: 'text/plain' });
}

async function uploaded({ uploads }: ComposeSession): Promise<void> {
  await eventually(() => {
    expect(uploads.isBusy()).toBe(false);
  });
}

test('a text is delivered once and leaves the box and the store at once', async () => {
  const delivered: string[] = [];
  const box = session('  hello ');
  const deliver = async (text: string): Promise<void> => void delivered.push(text);
  expect([box.submit(deliver, 100), box.submit(deliver, 100)]).toEqual([undefined, 'empty']);
  expect([box.text.get(), stored.text]).toEqual(['', '']);
  expect(delivered).toEqual(['hello']);
});

test('a refused text comes back in front of what was written since, with the reason', async () => {
  const box = session('first');
  box.submit(() => Promise.reject(new Error('Not allowed here')), 100);
  box.setText('second');
  await eventually(() => {
    expect(box.note.get()).toBe('Not allowed here');
  });
  expect(box.text.get()).toBe('first\nsecond');
  expect(stored.text).toBe('first\nsecond');
});

test('a text over the limit stays; characters beyond the basic plane count once', () => {
  const box = session('🔭🔭🔭');
  const deliver = (): Promise<void> => Promise.resolve();
  expect(box.submit(deliver, 2)).toBe('too-long');
  expect(box.text.get()).toBe('🔭🔭🔭');
  expect(box.submit(deliver, 3)).toBeUndefined();
});

test('placeholders become links, and the message waits for them', async () => {
  const delivered: string[] = [];
  const box = session('Two logs:');
  box.append(box.uploads.add([file('log.txt', 'a'), file('log.txt', 'b')]));
  expect(box.text.get()).toMatch(/^Two logs:\n\[Uploading log.txt…\]\(\)\n\[Uploading log.txt \d+…\]\(\)$/);
  box.submit(async (text) => void delivered.push(text), 1000);
  expect([box.isWaiting.get(), delivered]).toEqual([true, []]);
  box.setText(`${box.text.get()}\nDone.`);
  await eventually(() => {
    expect(delivered).toHaveLength(1);
  });
  const links =
    /^Two logs:\n\[log.txt\]\((\/user_uploads\/\S+)\)\n\[log.txt\]\((\/user_uploads\/\S+)\)\nDone\.$/;
  const [, first, second] = links.exec(delivered[0] ?? '') ?? [];
  expect(first).toBeDefined();
  expect(first).not.toBe(second);
  expect(box.uploads.items.get()).toEqual([]);
});

test('a file over the limit is not uploaded and keeps the message back until it is removed', () => {
  const box = session('See:', 3);
  expect(box.uploads.add([file('large.txt')])).toBe('');
  const deliver = (): Promise<void> => Promise.resolve();
  expect(box.submit(deliver, 100)).toBe('failed-upload');
  box.uploads.remove(box.uploads.items.get()[0]?.id ?? 0);
  expect(box.submit(deliver, 100)).toBeUndefined();
});

test('a canceled upload takes its line out of the text, and so does a removed file', async () => {
  const box = session('Before\nafter');
  box.setText(`Before\n${box.uploads.add([file('a.txt')])}\nafter`);
  box.uploads.remove(box.uploads.items.get()[0]?.id ?? 0);
  expect(box.text.get()).toBe('Before\nafter');
  box.append(box.uploads.add([file('b.txt')]));
  await uploaded(box);
  expect(box.text.get()).toContain('[b.txt](/user_uploads/');
  box.uploads.remove(box.uploads.items.get()[0]?.id ?? 0);
  expect(box.text.get()).toBe('Before\nafter');
});

test('a refused upload can be tried again', async () => {
  const stranger = createClient({ url: server.url, email: 'eve@example.org', apiKey: 'x'.repeat(32) });
  let uploader = stranger;
  const box = createSession(
    { load: () => '', save: () => undefined },
    { upload: (content, options) => uploader.upload(content, options), maxBytes: () => 1000 },
  );
  box.append(box.uploads.add([file('c.txt')]));
  await uploaded(box);
  expect([box.text.get(), box.uploads.items.get()[0]?.status]).toEqual(['', 'failed']);
  uploader = client;
  box.uploads.retry(box.uploads.items.get()[0]?.id ?? 0);
  await uploaded(box);
  expect(box.text.get()).toMatch(/^\[c.txt\]\(/);
});

test('a link whose placeholder the user deleted is added at the end', async () => {
  const box = session('Text');
  box.append(box.uploads.add([file('d.txt')]));
  box.setText('Text');
  await uploaded(box);
  expect(box.text.get()).toMatch(/^Text\n\[d.txt\]\(/);
});

test('marks of uploads that a closed page left behind are removed', () => {
  expect(session('See [Uploading a.txt…]()\n[Uploading b 2…]()').text.get()).toBe('See');
});
