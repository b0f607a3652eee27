import type { Message } from '@parley/client';
import { expect, test } from 'vitest';
import { byRank } from './rank.ts';

let lastId = 0;

/** Marked words are in brackets. */
function found(content: string, topic = 'plans', reactions = 0): Message {
  const marked = (text: string) => text.replaceAll(/\[(.*?)\]/g, '<span class="highlight">$1</span>');
  lastId += 1;
  return {
    id: lastId,
    match_content: `<p>${marked(content)}</p>`,
    match_subject: marked(topic),
    reactions: Array.from({ length: reactions }, () => ({})),
  } as Message;
}

function order(messages: readonly Message[], text: string): number[] {
  const ids = byRank(messages, text).map(({ id }) => id);
  return ids.map((id) => messages.findIndex((message) => message.id === id));
}

test('equal matches are ordered by time, newest first', () => {
  expect(order([found('a [mirror]'), found('the [mirror] b'), found('[mirror]')], 'mirror')).toEqual([
    2, 1, 0,
  ]);
});

test('the typed word is better than another form of it', () => {
  expect(order([found('[Mirror]'), found('[mirrors]'), found('[mirroring]')], 'mirror')).toEqual([0, 2, 1]);
  expect(order([found('[Café]'), found('[cafes]')], 'cafe')).toEqual([0, 1]);
});

test('more of the words are better, and the same word again counts little', () => {
  const messages = [found('[mirror] of a [cover]'), found('[mirror] [mirror] [mirror]')];
  expect(order(messages, 'mirror cover')).toEqual([0, 1]);
});

test('words next to each other are better than words apart', () => {
  const messages = [found('the [mirror] [cover]'), found('the [cover] behind the [mirror]')];
  expect(order(messages, 'mirror cover')).toEqual([0, 1]);
});

test('a word in the topic is better than one in the text alone', () => {
  expect(order([found('it is [cold]', '[cold] nights'), found('[cold], and [colder]')], 'cold')).toEqual([
    0, 1,
  ]);
});

test('reactions decide between equal matches', () => {
  expect(order([found('[mirror]', 'plans', 3), found('[mirror]')], 'mirror')).toEqual([0, 1]);
});
