import { messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { dockerhubPush } from '../samples/builds.ts';
import { dockerhub } from './dockerhub.ts';

test('a pushed image is posted in the topic of its repository', () => {
  expect(messagesAbout(dockerhub, dockerhubPush)).toEqual([
    {
      event: 'push',
      topic: 'lyra/guider',
      content:
        'mateoq pushed an image with the tag `2.4.0` to [lyra/guider](https://hub.docker.com/r/lyra/guider).',
    },
  ]);
});

test('other payloads are refused', () => {
  expect(refusalOf(dockerhub, { payload: { repository: { name: 'guider' } } })).toBe('BAD_REQUEST');
});
