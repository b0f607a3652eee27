import { room } from '@parley/rules/steps/channels.ts';
import { holds, numberAt, same, success, textAt, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during } from '@parley/rules/steps/common.ts';
import type { Answer, Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'send-message';

/** Rules about the links in the response of a send (level 508). */
export const levelLinkRules: readonly Rule[] = [
  rule('LVL-20', OF, 'The response links to a channel message, by URL and as Markdown.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const sent = await send(w, as, { type: 'channel', to: place.id, topic: 'a.b c/d' });
    const name = place.name.replaceAll(' ', '-');
    const url = `${await realmUrl(w)}/#narrow/channel/${place.id}-${name}/topic/a.2Eb.20c.2Fd/near/${idOf(sent)}`;
    same(linksOf(sent), [url, `[#${place.name} > a.b c/d @ 💬](${url})`], 'the links');
  }),
  rule('LVL-21', OF, 'The label of the Markdown link cannot be ended by a topic.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const sent = await send(w, as, { type: 'channel', to: place.id, topic: 'x](y) **z** `a' });
    const [url, link] = linksOf(sent);
    const shown = success(await w.ask('POST', '/messages/render', { as, form: { content: link } }));
    const html = textAt(shown, 'rendered');
    const text = html.replaceAll(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));
    const fragment = String(url).slice(String(url).indexOf('#'));
    holds(html.includes(`${fragment}">`), 'the URL as the target of the link', html);
    holds(text.includes('x](y) **z** `a @ 💬</a>'), 'the topic as the text of the link', html);
  }),
  rule('LVL-22', OF, 'An empty topic is empty in the URL and has its name in the label.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const sent = await send(w, as, { type: 'channel', to: place.id, topic: '' });
    const [url, link] = linksOf(sent);
    holds(String(url).endsWith(`/topic//near/${idOf(sent)}`), 'an empty topic', url);
    holds(
      String(link).startsWith(`[#${place.name} > general chat @ 💬](`),
      'the name of the empty topic',
      link,
    );
  }),
  rule(
    'LVL-23',
    OF,
    'Direct messages have the sorted ids of all participants, groups a suffix.',
    async (w) => {
      const [as, one, two] = [await w.user(), await w.user(), await w.user()];
      for (const [to, suffix] of [
        [[as], ''],
        [[one], ''],
        [[two, one], '-group'],
      ] as const) {
        const sent = await send(w, as, { type: 'direct', to: to.map(({ id }) => id) });
        const ids = [...new Set([as, ...to].map(({ id }) => id))].toSorted((a, b) => a - b).join(',');
        const url = `${await realmUrl(w)}/#narrow/dm/${ids}${suffix}/near/${idOf(sent)}`;
        same(linksOf(sent), [url, url], 'the links');
      }
    },
  ),
  rule(
    'LVL-24',
    OF,
    'A bot that posts where it cannot read gets no name of the channel, also for a repeat.',
    async (w) => {
      const owner = await w.user();
      const bot = await w.bot(owner);
      const place = await room(w, owner, { invite_only: true });
      const form = { type: 'channel', to: place.id, topic: 't', content: 'from a bot' };
      const url = async (sent: Answer) =>
        `${await realmUrl(w)}/#narrow/channel/${place.id}/topic/t/near/${idOf(sent)}`;
      const headers = { 'idempotency-key': w.unique('key') };
      for (let n = 0; n < 2; n += 1) {
        const sent = success(await w.ask('POST', '/messages', { as: bot, form, headers }));
        same(linksOf(sent), [await url(sent), await url(sent)], 'the links');
      }
    },
  ),
  rule('LVL-25', OF, 'A repeated send gets the links of the first.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const place = await room(w, as);
    for (const form of [
      { type: 'channel', to: place.id, topic: 't', content: 'once' },
      { type: 'direct', to: [other.id], content: 'once' },
    ]) {
      const headers = { 'idempotency-key': w.unique('key') };
      const [first, second] = [
        success(await w.ask('POST', '/messages', { as, form, headers })),
        success(await w.ask('POST', '/messages', { as, form, headers })),
      ];
      same([idOf(second), ...linksOf(second)], [idOf(first), ...linksOf(first)], 'the second response');
    }
  }),
  rule('LVL-26', 'get-events', 'Events of messages carry no links.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const [event] = await during(w, as, ['message'], () =>
      send(w, as, { type: 'channel', to: place.id, topic: 't' }),
    );
    holds(!JSON.stringify(event).includes('message_url'), 'no links', event);
  }),
];

async function send(w: World, as: Credentials, form: Item): Promise<Answer> {
  return success(await w.ask('POST', '/messages', { as, form: { content: 'linked', ...form } }));
}

function idOf(sent: Answer): number {
  return numberAt(sent, 'id');
}

function linksOf(sent: Answer): [url: unknown, link: unknown] {
  return [sent.at('message_url'), sent.at('message_link')];
}

async function realmUrl(w: World): Promise<string> {
  return textAt(success(await w.ask('GET', '/server_settings')), 'realm_url');
}
