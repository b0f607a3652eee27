import { leave, room } from '@parley/rules/steps/channels.ts';
import { holds, items, missing, refused, same, success } from '@parley/rules/expect.ts';
import { fetchFile, keepFile, PICTURE } from '@parley/rules/steps/files.ts';
import { post, UNKNOWN, write } from '@parley/rules/steps/reading.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import {
  allowSpectators,
  openToWeb,
  setWebPublic,
  visit,
  visitMessages,
  WEB_PUBLIC,
} from '@parley/rules/steps/spectating.ts';
import type { Answer } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'spectators';
const FILES_A_DAY = 1000;
const FILES_A_MINUTE = 1200;

function withNarrow(w: World, narrow: readonly unknown[]): Promise<Answer> {
  return visit(w, 'GET', '/messages', { query: { anchor: 'newest', num_before: 10, num_after: 0, narrow } });
}

function idsIn(answer: Answer): unknown[] {
  return items(success(answer), 'messages').map(({ id }) => id);
}

export const spectatorMessageRules: readonly Rule[] = [
  rule('WEB-28', OF, 'A visitor who does not narrow to web-public channels needs an account.', async (w) => {
    const { web } = await openToWeb(w);
    for (const narrow of [
      [],
      [{ ...WEB_PUBLIC, negated: true }],
      [{ operator: 'channels', operand: 'public' }],
      [{ operator: 'channel', operand: web.id }],
    ])
      refused(await withNarrow(w, narrow), 'UNAUTHORIZED');
    refused(await visit(w, 'GET', '/messages', { query: { anchor: 'newest' } }), 'UNAUTHORIZED');
  }),
  rule('WEB-29', OF, 'A visitor needs an account for terms about an account.', async (w) => {
    const { owner } = await openToWeb(w);
    for (const [operator, operand] of [
      ['is', 'starred'],
      ['is', 'mentioned'],
      ['is', 'unread'],
      ['is', 'dm'],
      ['is', 'followed'],
      ['dm', [owner.id]],
      ['dm-including', owner.id],
      ['mentions', owner.id],
      ['in', 'all'],
    ])
      refused(await visitMessages(w, { operator, operand }), 'UNAUTHORIZED');
    refused(await visitMessages(w, { operator: 'in', operand: 'home', negated: true }), 'UNAUTHORIZED');
  }),
  rule('WEB-30', OF, 'A visitor may use the other terms, and `in:home` has no effect.', async (w) => {
    const { owner, web } = await openToWeb(w);
    const id = await post(w, owner, web, 'news', 'a sunny word https://example.com');
    for (const [operator, operand] of [
      ['channel', web.id],
      ['stream', web.name],
      ['topic', 'news'],
      ['sender', owner.id],
      ['has', 'link'],
      ['search', 'sunny'],
      ['near', String(id)],
      ['id', id],
      ['with', id],
      ['in', 'home'],
    ])
      same(idsIn(await visitMessages(w, { operator, operand })).includes(id), true, `found by ${operator}`);
    same(idsIn(await visitMessages(w, { operator: 'is', operand: 'resolved' })), [], 'resolved messages');
    const [first] = items(success(await withNarrow(w, [['streams', 'web-public']])), 'messages');
    holds(first !== undefined, 'messages for the older form of a term', first);
  }),
  rule(
    'WEB-31',
    OF,
    'A channel that is not web-public looks to a visitor like one that does not exist.',
    async (w) => {
      const { owner } = await openToWeb(w);
      const places = [await room(w, owner), await room(w, owner, { invite_only: true })];
      const missed = await visitMessages(w, { operator: 'channel', operand: UNKNOWN });
      refused(missed, 'BAD_NARROW');
      for (const { id, name } of places) {
        refused(await visitMessages(w, { operator: 'channel', operand: name }), 'BAD_NARROW');
        const answer = await visitMessages(w, { operator: 'channel', operand: id });
        same(answer.text.replaceAll(String(id), String(UNKNOWN)), missed.text, 'the body');
      }
    },
  ),
  rule('WEB-32', OF, 'A visitor finds no user by a real address.', async (w) => {
    const { web } = await openToWeb(w);
    const author = await w.user({ visibility: 1 });
    const id = await post(w, author, web);
    refused(await visitMessages(w, { operator: 'sender', operand: author.email }), 'BAD_NARROW');
    const host = (await w.host()).replace(/:\d+$/, '');
    const found = await visitMessages(w, { operator: 'sender', operand: `user${author.id}@${host}` });
    same(idsIn(found), [id], 'messages by the made-up address');
  }),
  rule(
    'WEB-33',
    OF,
    'A visitor reads the whole history of web-public channels, and nothing else.',
    async (w) => {
      const { owner, web } = await openToWeb(w);
      const [open, secret] = [await room(w, owner), await room(w, owner, { invite_only: true })];
      const word = w.unique('word');
      const shown = [await post(w, owner, web, 'a', word), await post(w, owner, web, 'b', word)];
      const hidden = [
        await post(w, owner, open, 'a', word),
        await post(w, owner, secret, 'a', word),
        await write(w, owner, [owner], word),
      ];
      const terms = { operator: 'search', operand: word };
      same(idsIn(await visitMessages(w, terms)), shown, 'the ids by a search');
      const query = { message_ids: [...shown, ...hidden], narrow: [WEB_PUBLIC] };
      same(idsIn(await visit(w, 'GET', '/messages', { query })), shown, 'those of named ids');
      success(await leave(w, owner, web));
      same(idsIn(await visitMessages(w, terms)), shown, 'the ids without any subscriber');
    },
  ),
  rule(
    'WEB-34',
    OF,
    'To a visitor every message is read, and its sender has a made-up address.',
    async (w) => {
      const { web } = await openToWeb(w);
      const author = await w.user({ visibility: 1 });
      await post(w, author, web);
      const [message] = items(success(await visitMessages(w)), 'messages').slice(-1);
      same(message?.['flags'], ['read'], 'flags');
      holds(String(message?.['sender_email']).startsWith(`user${author.id}@`), 'a made-up address', message);
      holds(typeof message?.['avatar_url'] === 'string', 'the address of an avatar', message);
      holds(!String(message?.['avatar_url']).includes('gravatar'), 'no hosted avatar', message);
    },
  ),
  rule('WEB-35', OF, 'For a visitor the anchor `first_unread` is the newest message.', async (w) => {
    const { owner, web } = await openToWeb(w);
    const id = await post(w, owner, web);
    const query = { anchor: 'first_unread', num_before: 1, num_after: 0, narrow: [WEB_PUBLIC] };
    same(idsIn(await visit(w, 'GET', '/messages', { query })), [id], 'the ids');
  }),
  rule(
    'WEB-36',
    OF,
    'A visitor reads one message of a web-public channel; any other needs an account.',
    async (w) => {
      const { owner, web } = await openToWeb(w);
      const id = await post(w, owner, web);
      same(success(await visit(w, 'GET', `/messages/${id}`)).at('message', 'flags'), ['read'], 'flags');
      const texts = new Set<string>();
      for (const hidden of [
        await post(w, owner, await room(w, owner)),
        await post(w, owner, await room(w, owner, { invite_only: true })),
        await write(w, owner, [owner]),
        UNKNOWN,
      ]) {
        const answer = await visit(w, 'GET', `/messages/${hidden}`);
        refused(answer, 'UNAUTHORIZED');
        texts.add(answer.text);
      }
      same(texts.size, 1, 'the number of different bodies');
    },
  ),
  rule('WEB-37', OF, 'A visitor gets the topics of web-public channels only.', async (w) => {
    const { owner, web } = await openToWeb(w);
    await post(w, owner, web, 'news');
    const topics = items(success(await visit(w, 'GET', `/users/me/${web.id}/topics`)), 'topics');
    holds(
      topics.some(({ name }) => name === 'news'),
      'the topic',
      topics,
    );
    for (const { id } of [await room(w, owner), await room(w, owner, { invite_only: true }), { id: UNKNOWN }])
      refused(await visit(w, 'GET', `/users/me/${id}/topics`));
  }),
  rule(
    'WEB-38',
    OF,
    'A visitor gets a file exactly while it is in a message of a web-public channel.',
    async (w) => {
      const { owner, web } = await openToWeb(w);
      const hidden = await room(w, owner, { invite_only: true });
      const { url } = await keepFile(w, owner, 'picture.png', PICTURE);
      const withheld = async (): Promise<void> => {
        for (const path of [url, url.replace('/user_uploads/', '/user_uploads/download/')])
          refused(await fetchFile(w, undefined, path), 'UNAUTHORIZED');
      };
      await withheld();
      const id = await post(w, owner, hidden, 'files', `[picture](${url})`);
      await withheld();
      const move = async (stream_id: number): Promise<void> => {
        const form = { stream_id, propagate_mode: 'change_all' };
        success(await w.ask('PATCH', `/messages/${id}`, { as: owner, form }));
      };
      await move(web.id);
      same((await fetchFile(w, undefined, url)).status, 200, 'the status in the web-public channel');
      await move(hidden.id);
      await withheld();
      await move(web.id);
      await allowSpectators(w, false);
      await withheld();
    },
  ),
  rule('WEB-39', OF, 'Files that a visitor may not see look like files that do not exist.', async (w) => {
    const { owner } = await openToWeb(w);
    const { url } = await keepFile(w, owner);
    const [hidden, absent] = [await fetchFile(w, undefined, url), await fetchFile(w, undefined, `${url}x`)];
    refused(hidden, 'UNAUTHORIZED');
    same(absent.text, hidden.text, 'the body');
    missing(await fetchFile(w, owner, `${url}x`));
  }),
  rule(
    'WEB-40',
    OF,
    'Visitors get a file at most 1000 times a day, and an address asks for 1200 files a minute.',
    async (w) => {
      const { owner, web } = await openToWeb(w);
      const [one, other] = [await keepFile(w, owner), await keepFile(w, owner)];
      await post(w, owner, web, 'files', `[notes](${one.url}) [more](${other.url})`);
      const server = await w.own().ownLimited();
      let asked = 0;
      const get = (path: string): Promise<Answer> => {
        asked += 1;
        return w.ask('GET', path, { below: '', url: server });
      };
      /** A busy server without a free connection answers 503, which counts for the address alone. */
      const getSurely = async (path: string): Promise<Answer> => {
        let answer = await get(path);
        while (answer.status === 503) answer = await get(path);
        return answer;
      };
      for (let served = 0; served < FILES_A_DAY; served += 1)
        same((await getSurely(one.url)).status, 200, 'the status below both limits');
      refused(await getSurely(one.url), 'UNAUTHORIZED');
      while (asked < FILES_A_MINUTE) {
        const { status } = await get(other.url);
        if (status !== 503) same(status, 200, 'the status below the limit of the address');
      }
      refused(await getSurely(other.url), 'RATE_LIMIT_HIT');
    },
    { slow: true },
  ),
  rule('WEB-41', OF, 'A visitor is led to an avatar by id while access is on.', async (w) => {
    const { owner, web } = await openToWeb(w);
    const { id, email } = await w.user();
    await w.own().setAvatarSource({ id, email, key: '', name: '', role: 400 }, 'G');
    const get = (path: string): Promise<Answer> => w.ask('GET', path, { below: '' });
    for (const path of [`/avatar/${id}`, `/avatar/${id}/medium`]) {
      const { status, headers } = await get(path);
      same(status, 302, 'status');
      holds(!String(headers.location).includes('gravatar'), 'no hosted avatar', headers.location);
    }
    refused(await get(`/avatar/${email}`), 'UNAUTHORIZED');
    success(await setWebPublic(w, owner, web, false));
    refused(await get(`/avatar/${id}`), 'UNAUTHORIZED');
  }),
];
