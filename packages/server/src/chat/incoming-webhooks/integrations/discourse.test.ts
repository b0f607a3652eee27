import { changed, messagesAbout, refusalOf, underHeader } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { discoursePost, discourseTopic } from '../samples/people.ts';
import { discourse } from './discourse.ts';

function called(sample: typeof discoursePost | typeof discourseTopic, event: string) {
  return underHeader(sample, { ...sample.headers, 'X-Discourse-Event': event });
}

test.each([
  [
    'topic_created',
    discourseTopic,
    'mateo began the topic [Eyes and darkness](https://forum.example.org/t/eyes-and-darkness/58).',
  ],
  ['topic_destroyed', discourseTopic, 'of mateo was deleted.'],
  [
    'post_created',
    discoursePost,
    'noor replied in [Eyes and darkness](https://forum.example.org/t/eyes-and-darkness/58/4).',
  ],
  ['post_edited', discoursePost, '```quote\nUse a **red** light'],
  ['post_destroyed', discoursePost, 'noor deleted a post in ['],
])('%s is posted in the topic of the forum', (event, sample, part) => {
  expect(messagesAbout(discourse, called(sample, event))).toMatchObject([
    { event, topic: 'Eyes and darkness', content: expect.stringContaining(part) as string },
  ]);
});

test('a deleted post is not quoted', () => {
  expect(messagesAbout(discourse, called(discoursePost, 'post_destroyed'))[0]?.content).not.toContain('red');
});

test('a post without its source is shown without tags, and one without a forum has no link', () => {
  const post = { ...discoursePost.payload.post, raw: undefined };
  const sample = underHeader(changed(discoursePost, { post }), { 'X-Discourse-Event': 'post_created' });
  expect(messagesAbout(discourse, sample)[0]?.content).toBe(
    'noor replied in Eyes and darkness.\n\n```quote\nUse a red light, and wait 20 minutes.\n```',
  );
});

test('new users and pings are posted', () => {
  const user = { headers: { 'X-Discourse-Event': 'user_created' }, payload: { user: { username: 'noor' } } };
  expect(messagesAbout(discourse, user)).toMatchObject([{ topic: 'users', content: 'noor registered.' }]);
  expect(messagesAbout(discourse, underHeader(user, { 'X-Discourse-Event': 'ping' }))).toHaveLength(1);
});

test('the first post of a topic and log-ins are dropped', () => {
  const post = { ...discoursePost.payload.post, post_number: 1 };
  expect(messagesAbout(discourse, changed(discoursePost, { post }))).toEqual([]);
  expect(messagesAbout(discourse, called(discoursePost, 'user_logged_in'))).toEqual([]);
});

test('unknown events, and requests without one or without fields, are refused', () => {
  expect(refusalOf(discourse, called(discoursePost, 'toString'))).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(discourse, { payload: {} })).toBe('MISSING_HTTP_EVENT_HEADER');
  expect(refusalOf(discourse, called(discourseTopic, 'post_created'))).toBe('BAD_REQUEST');
});
