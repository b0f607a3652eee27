import { messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { fromSlackMarkup } from '../slack-markup.ts';
import { slackIncoming } from './slack-incoming.ts';

test.each([
  ['*b* _i_ <https://x.y|t>', '**b** *i* [t](https://x.y)'],
  ['<https://x.y>', 'https://x.y'],
  ['<mailto:a@b.c|b>', 'mailto:a@b.c'],
  ['~s~ a~b~c', '~~s~~ a~b~c'],
  ['snake_case_word 2*3*4', 'snake_case_word 2*3*4'],
  ['*_x_*', '***x***'],
  ['(*a*), "_b_".', '(**a**), "*b*".'],
  ['*<https://x.y/_a_|t>*', '**[t](https://x.y/_a_)**'],
  ['`*a*` ```_b_```', '`*a*` ```_b_```'],
  ['<@U1> <#C1> <!here>', '<@U1> <#C1> <!here>'],
  ['a &lt;b&gt; &amp;amp;', 'a <b> &amp;'],
  ['* a\n* b', '* a\n* b'],
  ['* not bold *', '* not bold *'],
])('the markup %j becomes %j (I-20)', (markup, markdown) => {
  expect(fromSlackMarkup(markup)).toBe(markdown);
});

function content(payload: object): string | undefined {
  return messagesAbout(slackIncoming, { payload })[0]?.content;
}

const text = (value: string, type = 'plain_text') => ({ type, text: value });
const image = { type: 'image', image_url: 'https://x.y/i.png', alt_text: 'moon' };

test.each<[string, object, string | undefined]>([
  ['a text', { text: 'a' }, 'a'],
  ['a text with an icon', { text: 'a', icon_emoji: ':moon:' }, ':moon: a'],
  ['an icon alone', { icon_emoji: ':moon:' }, undefined],
  ['nothing (I-22)', {}, undefined],
  ['blocks and a text (I-21)', { text: 'a', blocks: [{ type: 'section', text: text('b') }] }, 'b'],
  [
    'a section with an image',
    { blocks: [{ type: 'section', text: text('b'), accessory: image }] },
    'b\n\n[moon](https://x.y/i.png)',
  ],
  ['one field', { blocks: [{ type: 'section', fields: [text('a|b')] }] }, 'a|b'],
  [
    'three fields (I-22)',
    { blocks: [{ type: 'section', fields: [text('a|\nb'), text('*c*', 'mrkdwn'), text('d')] }] },
    '| | |\n|-|-|\n| a b | **c** |\n| d |  |',
  ],
  ['a header', { blocks: [{ type: 'header', text: text('a') }] }, '## a'],
  [
    'a context',
    { blocks: [{ type: 'context', elements: [image, text('a')] }] },
    '[moon](https://x.y/i.png)\na',
  ],
  ['a divider', { blocks: [{ type: 'divider' }, { type: 'section', text: text('a') }] }, '----\n\na'],
  ['an image with a title', { blocks: [{ ...image, title: text('Moon') }] }, '[Moon](https://x.y/i.png)'],
  ['rich text (I-22)', { text: 'a', blocks: [{ type: 'rich_text' }, { type: 'divider' }] }, 'a'],
  ['controls', { blocks: [{ type: 'actions' }], text: 'a' }, 'a'],
  [
    'an attachment',
    {
      attachments: [
        {
          title: 'T',
          title_link: 'https://x.y',
          pretext: 'p',
          text: '*t*',
          fields: [{ title: 'f', value: 'v' }, { title: 'g' }, { value: 'w' }],
          image_url: 'https://x.y/i',
          footer: 'foot',
          ts: '1772443800',
        },
      ],
    },
    '## [T](https://x.y)\n\np\n\n**t**\n\n*f*: v\n*g*\nw\n\n[image](https://x.y/i)\n\nfoot\n\n<time:2026-03-02T09:30:00Z>',
  ],
  [
    'blocks of an attachment',
    { attachments: [{ blocks: [{ type: 'rich_text' }, { type: 'header', text: text('h') }] }] },
    '## h',
  ],
  ['an attachment and a text', { text: 'a', attachments: [{ text: 'b' }] }, 'b'],
  ['a time that is none', { attachments: [{ text: 'b', ts: 'soon' }] }, 'b'],
])('%s is converted', (_name, payload, expected) => {
  expect(content(payload)).toBe(expected);
});

test.each<[string, object]>([
  ['an unknown block', { blocks: [{ type: 'toString' }] }],
  ['a block without a type', { blocks: [{}] }],
  ['a header with markup', { blocks: [{ type: 'header', text: text('a', 'mrkdwn') }] }],
  ['a text of an unknown type', { blocks: [{ type: 'section', text: text('a', 'html') }] }],
  ['blocks that are no objects', { blocks: [1] }],
])('%s is refused', (_name, payload) => {
  expect(refusalOf(slackIncoming, { payload })).toBe('BAD_REQUEST');
});

test.each([
  ['#ops', 'ops'],
  ['@ada', 'ada'],
  ['ops', 'ops'],
  [undefined, ''],
])('the channel %j is the topic %j (I-21)', (channel, topic) => {
  expect(messagesAbout(slackIncoming, { payload: { text: 'a', channel } })[0]?.topic).toBe(topic);
});
