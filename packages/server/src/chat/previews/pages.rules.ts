import type { Receiver, ReceivedCall, ReceiverAnswer } from '@parley/test-support/receiver.ts';
import { eventually } from '@parley/rules/eventually.ts';
import { holds, items, refused, same, success, textAt, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { room } from '@parley/rules/steps/channels.ts';
import { PICTURE } from '@parley/rules/steps/files.ts';
import { sent } from '@parley/rules/steps/sending.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'send-message';

type PageStage = { readonly user: User; readonly channel: number; readonly site: Receiver };

/** A user with a channel in an organization that shows linked pages, and a site. */
async function stage(w: World, { isOn = true }: { isOn?: boolean } = {}): Promise<PageStage> {
  const site = await w.own().receiver();
  site.respondWith(answerOf);
  if (isOn) await turnOn(w);
  const user = await w.user();
  const { id: channel } = await room(w, user);
  return { user, channel, site };
}

async function turnOn(w: World, form: Record<string, boolean> = {}): Promise<void> {
  const all = { inline_url_embed_preview: true, ...form };
  success(await w.ask('PATCH', '/realm', { as: await w.owner(), form: all }));
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const IMAGE = '<meta property="og:image" content="/p.png">';

function page(head: string, body = ''): ReceiverAnswer {
  return { headers: HTML, body: `<!doctype html><html><head>${head}</head><body>${body}</body></html>` };
}

/** Pages by path; every other path is a page with a picture, named after its path. */
function answerOf({ path }: ReceivedCall): ReceiverAnswer {
  return PAGES[path] ?? page(`<title>Page ${path}</title>${IMAGE}`);
}

const PAGES: Readonly<Record<string, ReceiverAnswer>> = {
  '/full': page(
    `<title>no</title><meta property="og:title" content="A title"><meta property="og:description" content="Some text">${IMAGE}`,
  ),
  '/markup': page(`<meta property="og:title" content="&lt;b&gt;&amp;&quot;">${IMAGE}`),
  '/bare': page(IMAGE),
  '/plain': page('<title>Without a picture</title>'),
  '/pdf': { ...page(IMAGE), headers: { 'content-type': 'application/pdf' } },
  '/missing': { ...page(IMAGE), status: 404 },
  '/cut': { broken: 'cut' },
  '/png': { headers: HTML, body: PICTURE },
  '/large': page('', `${'x'.repeat(5 * 1024 * 1024)}${IMAGE}`),
  '/away': { status: 302, headers: { location: 'http://169.254.169.254/' } },
};

function say(w: World, { user, channel }: PageStage, content: string): Promise<number> {
  return sent(w, user, { type: 'channel', to: channel, topic: 'pages', content });
}

async function message(w: World, { user }: PageStage, id: number): Promise<Item> {
  return success(await w.ask('GET', `/messages/${id}`, { as: user })).body['message'] as Item;
}

/** The HTML of a message when it has so many cards. */
function cards(w: World, at: PageStage, id: number, count = 1): Promise<string> {
  return eventually(`${count} cards`, async () => {
    const html = String((await message(w, at, id))['content']);
    return html.split('"message_embed"').length === count + 1 ? html : undefined;
  });
}

function cardOf(html: string): string {
  return html.slice(html.indexOf('<div class="message_embed">'));
}

/** The card of a page; another link of the same message has none. */
async function onlyGood(w: World, at: PageStage, bad: string): Promise<void> {
  const id = await say(w, at, `${bad} ${at.site.url}/full`);
  const html = await cards(w, at, id);
  same(
    html.includes(`class="message_embed_image" href="${at.site.url}/full"`),
    true,
    `only the other card beside ${bad}`,
  );
}

export const pageRules: readonly Rule[] = [
  rule('PAGE-1', OF, 'By default a linked page is not requested, and there is no card.', async (w) => {
    const at = await stage(w, { isOn: false });
    const first = await say(w, at, `${at.site.url}/one`);
    await turnOn(w);
    await cards(w, at, await say(w, at, `${at.site.url}/two`));
    same(
      at.site.calls.map(({ path }) => path),
      ['/two'],
      'the requests',
    );
    const { content } = await message(w, at, first);
    holds(!String(content).includes('message_embed'), 'no card', content);
  }),
  rule('PAGE-2', OF, 'A card comes after the message, by an update that is no edit.', async (w) => {
    const at = await stage(w);
    const queue = await w.listen(at.user, { event_types: ['message', 'update_message'] });
    const id = await say(w, at, `see ${at.site.url}/full`);
    const events: Item[] = [];
    const update = await eventually('the update', async () => {
      events.push(...(await queue.events()));
      return events.find(({ type }) => type === 'update_message');
    });
    const [first] = events;
    same(first?.['type'], 'message', 'the first event');
    holds(!JSON.stringify(first).includes('message_embed'), 'a message without a card', first);
    const { id: _, edit_timestamp, rendered_content, ...rest } = update;
    same(
      rest,
      {
        type: 'update_message',
        user_id: null,
        rendering_only: true,
        message_id: id,
        message_ids: [id],
        content: `see ${at.site.url}/full`,
        flags: [],
      },
      'the update',
    );
    holds(Number(edit_timestamp) > 0, 'a time', edit_timestamp);
    const shown = await message(w, at, id);
    same(shown['content'], rendered_content, 'the stored HTML');
    same(shown['last_edit_timestamp'], undefined, 'the time of the last edit');
    const history = success(await w.ask('GET', `/messages/${id}/history`, { as: at.user }));
    same(items(history, 'message_history').length, 1, 'the entries of the history');
  }),
  rule('PAGE-3', OF, 'A card has exactly the structure that mobile apps know.', async (w) => {
    const at = await stage(w);
    const link = `${at.site.url}/full`;
    const html = await cards(w, at, await say(w, at, link));
    const picture = /url\(&quot;([^&]+)&quot;\)/.exec(html)?.[1] ?? '';
    const hex = Buffer.from(`${at.site.url}/p.png`).toString('hex');
    holds(
      picture.startsWith('/external_content/') && picture.endsWith(`/${hex}`),
      'a signed picture',
      picture,
    );
    same(
      html,
      `<p><a href="${link}">${link}</a></p>\n` +
        `<div class="message_embed"><a class="message_embed_image" href="${link}" style="background-image: url(&quot;${picture}&quot;)"></a>` +
        `<div class="data-container"><div class="message_embed_title"><a href="${link}" title="A title">A title</a></div>` +
        '<div class="message_embed_description">Some text</div></div></div>',
      'the message',
    );
  }),
  rule('PAGE-4', OF, 'Text of a page is no markup, and missing parts have no elements.', async (w) => {
    const at = await stage(w);
    const html = cardOf(await cards(w, at, await say(w, at, `${at.site.url}/markup ${at.site.url}/bare`), 2));
    holds(html.includes('title="&lt;b&gt;&amp;&quot;">&lt;b&gt;&amp;"</a>'), 'text', html);
    holds(!html.includes('message_embed_description'), 'no description', html);
    holds(html.endsWith('<div class="data-container"></div></div>'), 'an empty container', html);
  }),
  rule(
    'PAGE-5',
    OF,
    'Pages without a picture, other files, errors and large pages have no card.',
    async (w) => {
      const at = await stage(w);
      const bad = ['/plain', '/pdf', '/missing', '/cut', '/png', '/large', '/away'];
      await onlyGood(w, at, bad.map((path) => `${at.site.url}${path}`).join(' '));
    },
  ),
  rule('PAGE-6', OF, 'Up to 24 links have cards, 25 have none, and a repeated link has one.', async (w) => {
    const at = await stage(w);
    const links = Array.from({ length: 25 }, (_, n) => `${at.site.url}/many/${n}`);
    const none = await say(w, at, links.join(' '));
    await cards(w, at, await say(w, at, links.slice(1).join(' ')), 24);
    await cards(w, at, await say(w, at, `${at.site.url}/many/3 `.repeat(30)), 1);
    holds(
      !at.site.calls.some(({ path }) => path === '/many/0'),
      'no request for 25 links',
      at.site.calls.length,
    );
    holds(!String((await message(w, at, none))['content']).includes('message_embed'), 'no card', none);
  }),
  rule('PAGE-7', OF, 'A quoted link has no card, a link in a spoiler has one.', async (w) => {
    const at = await stage(w);
    const id = await say(w, at, `> ${at.site.url}/quoted\n\n\`\`\`spoiler x\n${at.site.url}/hidden\n\`\`\``);
    const html = cardOf(await cards(w, at, id));
    holds(html.includes('/hidden') && !html.includes('/quoted'), 'one card', html);
    holds(!at.site.calls.some(({ path }) => path === '/quoted'), 'no request', at.site.calls.length);
  }),
  rule('PAGE-8', OF, 'The message of a bot and links to the own server have no card.', async (w) => {
    const at = await stage(w);
    const bot = await w.bot(at.user);
    const form = { type: 'direct', to: [at.user.id], content: `${at.site.url}/of-bot ${at.site.url}/a.png` };
    const of = await sent(w, bot, form);
    await onlyGood(w, at, `http://${await w.host()}/#narrow/channel/1 http://${w.own().externalHost}/`);
    const { content } = await message(w, at, of);
    holds(String(content).includes('message_inline_image'), 'a picture', content);
    holds(!at.site.calls.some(({ path }) => path === '/of-bot'), 'no request', at.site.calls.length);
  }),
  rule('PAGE-9', 'update-message', 'After an edit there is a card of the new link only.', async (w) => {
    const at = await stage(w);
    const id = await say(w, at, `${at.site.url}/old`);
    const content = `${at.site.url}/new`;
    success(await w.ask('PATCH', `/messages/${id}`, { as: at.user, form: { content } }));
    const html = await cards(w, at, id);
    holds(html.includes('/new') && !html.includes('/old'), 'the new card', html);
    success(await w.ask('PATCH', `/messages/${id}`, { as: at.user, form: { content: 'nothing' } }));
    same(
      textAt(success(await w.ask('GET', `/messages/${id}`, { as: at.user })), 'message', 'content'),
      '<p>nothing</p>',
      'without the link',
    );
  }),
  rule('PAGE-10', OF, 'A known page is not requested again.', async (w) => {
    const at = await stage(w);
    await cards(w, at, await say(w, at, `${at.site.url}/full`));
    await cards(w, at, await say(w, at, `again ${at.site.url}/full`));
    same(at.site.calls.length, 1, 'the requests');
  }),
  rule('PAGE-11', OF, 'Without inline_image_preview there are cards, too.', async (w) => {
    const at = await stage(w);
    await turnOn(w, { inline_image_preview: false });
    const html = await cards(w, at, await say(w, at, `${at.site.url}/full ${at.site.url}/a.png`));
    holds(!html.includes('message_inline_image'), 'no picture', html);
  }),
  rule(
    'PAGE-12',
    OF,
    'Addresses of private networks and forms that hide them are not requested.',
    async (w) => {
      const at = await stage(w);
      const { port } = new URL(at.site.url);
      const hosts = [
        'localhost',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '2130706434',
        '0x7f.2',
        '10.0.0.1',
        'user:pw@127.0.0.1',
      ];
      await onlyGood(w, at, hosts.map((host) => `[x](http://${host}:${port}/inside)`).join(' '));
      same(at.site.calls.length, 1, 'the requests');
    },
  ),
  rule('PAGE-13', 'create-channel', 'A link in the description of a channel is not requested.', async (w) => {
    const at = await stage(w);
    const form = { name: w.unique('Described '), description: `${at.site.url}/described` };
    success(
      await w.ask('POST', '/channels/create', { as: at.user, form: { ...form, subscribers: [at.user.id] } }),
    );
    await onlyGood(w, at, 'nothing');
    same(at.site.calls.length, 1, 'the requests');
  }),
  rule('PAGE-14', OF, 'The site learns the name of the server and nothing about the reader.', async (w) => {
    const at = await stage(w);
    await cards(w, at, await say(w, at, `${at.site.url}/full`));
    const { host: _, connection: __, 'user-agent': agent, ...rest } = at.site.calls[0]?.headers ?? {};
    same(rest, { accept: 'text/html', 'accept-encoding': 'identity' }, 'the other headers');
    holds(
      /^Mozilla\/5\.0 \(compatible; ParleyURLPreview\/\S+; \+http:\/\/\S+\)$/.test(agent ?? ''),
      'the agent',
      agent,
    );
  }),
  rule(
    'PAGE-15',
    'remove-message-previews',
    'The author removes the cards for all readers, without an edit.',
    async (w) => {
      const at = await stage(w);
      const link = `${at.site.url}/full`;
      const id = await say(w, at, link);
      await cards(w, at, id);
      const queue = await w.listen(at.user, { event_types: ['update_message'] });
      success(await w.ask('DELETE', `/messages/${id}/previews`, { as: at.user }));
      const [update, ...more] = await queue.events();
      same(more, [], 'other events');
      same([update?.['rendering_only'], update?.['user_id']], [true, null], 'the update');
      const shown = await message(w, at, id);
      same(shown['content'], `<p><a href="${link}">${link}</a></p>`, 'the message');
      same(shown['last_edit_timestamp'], undefined, 'the time of the last edit');
      success(await w.ask('DELETE', `/messages/${id}/previews`, { as: at.user }));
      same(await queue.events(), [], 'events of the second time');
    },
  ),
  rule(
    'PAGE-16',
    'remove-message-previews',
    'Cards that were removed do not come back after an edit, nor from a job that runs meanwhile.',
    async (w) => {
      const at = await stage(w);
      const id = await say(w, at, `${at.site.url}/one`);
      success(await w.ask('DELETE', `/messages/${id}/previews`, { as: at.user }));
      const content = `${at.site.url}/two`;
      success(await w.ask('PATCH', `/messages/${id}`, { as: at.user, form: { content } }));
      await cards(w, at, await say(w, at, `${at.site.url}/three`));
      holds(!String((await message(w, at, id))['content']).includes('message_embed'), 'no card', id);
      holds(!at.site.calls.some(({ path }) => path === '/two'), 'no request', at.site.calls.length);
    },
  ),
  rule(
    'PAGE-17',
    'remove-message-previews',
    'Nobody but the author, or the owner of a bot, removes cards.',
    async (w) => {
      const at = await stage(w);
      const id = await say(w, at, `${at.site.url}/full`);
      await cards(w, at, id);
      refused(await w.ask('DELETE', `/messages/${id}/previews`, { as: await w.owner() }), 'BAD_REQUEST');
      await cards(w, at, id);
      const bot = await w.bot(at.user);
      const of = await sent(w, bot, { type: 'direct', to: [at.user.id], content: 'http://site.example/' });
      success(await w.ask('DELETE', `/messages/${of}/previews`, { as: at.user }));
    },
  ),
];
