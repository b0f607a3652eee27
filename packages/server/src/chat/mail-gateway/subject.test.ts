import { expect, test } from 'vitest';
import { readSubject } from './subject.ts';

test.each([
  ['hello', 'hello', false],
  ['Re: [Fwd] hello', 'hello', true],
  ['RE: AW[2]: SV: hello', 'hello', false],
  ['[Fwd: hello]', 'hello', true],
  ['FW: Re: hello', 'hello', true],
  ['Re:', '', false],
  ['[team] Re: hello', '[team] Re: hello', false],
  ['Reading list', 'Reading list', false],
  ['a\u0000b\r\n  c', 'ab c', false],
])('[I-32] the subject %j', (subject, title, isForwarded) => {
  expect(readSubject(subject)).toEqual({ title, isForwarded });
});
