import { assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { caseContext } from '../test/cases.ts';
import { AlertWords } from './alert-words.ts';
import { namesIn } from './names-in.ts';
import { renderPlain } from './render-plain.ts';
import { render, renderParsed } from './render.ts';

test('the result names everything that was found', () => {
  const text = `@**Ada Byron** @_**Bob Roe** @*support* @**all** @**topic** #**eng** #**my chan>x**
https://a.example.org/1 [f](/user_uploads/2/ab/notes.txt) https://chat.example.org/user_uploads/2/ab/pic.png`;
  expect(render(text, caseContext)).toMatchObject({
    mentions: { users: [10], groups: [21], everyone: true, topic: true },
    channels: [5, 6],
    topics: [{ channelId: 6, name: 'x' }],
    attachments: ['2/ab/notes.txt', '2/ab/pic.png'],
    links: expect.arrayContaining(['https://a.example.org/1', '/user_uploads/2/ab/notes.txt']),
    previewable: ['https://a.example.org/1'],
    hasLink: true,
    hasImage: true,
    hasAttachment: true,
    isMeMessage: false,
  });
});

test.each(['> @**Ada Byron** @**all**', '```quote\n@**topic** @*support*\n```', '`@**Ada Byron**`'])(
  '%s mentions nobody',
  (text) => {
    const { mentions } = render(text, caseContext);
    expect(mentions).toEqual({ users: [], groups: [], everyone: false, topic: false });
  },
);

test('engines that are not at hand are named and the text still renders', () => {
  const result = render('$$x$$ TICK-1\n```py\nx\n```', caseContext);
  expect([...result.missing].toSorted()).toEqual(['highlight', 'linkifiers', 'math']);
  expect(result.html).toContain('<span class="katex">$$x$$</span>');
});

test('the short cut for plain texts gives what the parser gives', () => {
  const characters = constantFrom(...`abzÄ 0-9.,!?'"()/+=%п -`.split(''));
  assert(
    property(string({ unit: characters, maxLength: 40 }), (text) => {
      const parsed = renderParsed(text, {}, {});
      expect(renderPlain(text, {}) ?? parsed).toEqual(parsed);
    }),
    { numRuns: 2_000 },
  );
  expect(renderPlain('See you at 5, ok?', {})).toBeDefined();
});

test('names that must be looked up are found without rendering', () => {
  const text =
    '@**Ada|10** @**Bob** @_**all** @*team* #**eng>a b** #**x** :logo: ![p](/user_uploads/1/p.png) ' +
    'https://a.example.org/p.png https://youtu.be/abcdefghijk';
  expect(namesIn(text)).toEqual({
    usersNames: ['Bob'],
    usersIds: [10],
    groupNames: ['team'],
    channelNames: ['eng', 'x'],
    topics: [{ channelName: 'eng', name: 'a b' }],
    uploadPaths: ['1/p.png'],
    emojiNames: ['logo'],
    mediaUrls: ['https://a.example.org/p.png', 'https://i.ytimg.com/vi/abcdefghijk/mqdefault.jpg'],
  });
});

test('alert words', () => {
  const words = new AlertWords([
    ['Deploy', 1],
    ['deploy now', 2],
    ['eta', 3],
  ]);
  expect(words.ownersIn('please DEPLOY now!')).toEqual(new Set([1, 2]));
  expect(words.ownersIn('beta')).toEqual(new Set());
  expect(words.ownersIn('`eta`')).toEqual(new Set([3]));
  expect(words.ownersIn('```\neta\n```')).toEqual(new Set());
  expect(words.ownersIn('```quote\neta\n```')).toEqual(new Set([3]));
});

test('an image proxy is used where the caller gives an address for it', () => {
  const url = 'https://a.example.org/p.png';
  const { html } = render(url, { previews: true, proxied: { [url]: '/external_content/1/2' } });
  expect(html).toContain(`href="${url}"><img src="/external_content/1/2">`);
});

test('more than 24 links get no previews', () => {
  const links = Array.from({ length: 25 }, (_, index) => `https://a.example.org/${index}.png`);
  expect(render(links.join(' '), { previews: true }).html).not.toContain('<img');
  expect(render(links.slice(1).join(' '), { previews: true }).html.match(/<img/g)).toHaveLength(24);
});
