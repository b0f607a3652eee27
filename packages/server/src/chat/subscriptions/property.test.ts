import { expect, test } from 'vitest';
import { checkProperty, type PropertyName } from './property.ts';

test.each(['#abc', '#ABCD', '#a1b2c', '#76ce90'])('the color %s is stored unchanged', (value) => {
  expect(checkProperty({ property: 'color', value })).toEqual({
    columns: { color: value },
    published: [{ property: 'color', value }],
  });
});

test.each(['red', '#12', '#1234567', '#0g0g0g', '"#fff"', '#fff\n', 'x#fff', true])(
  'the color %j is refused',
  (value) => {
    expect(() => checkProperty({ property: 'color', value })).toThrow('color');
  },
);

test.each([
  ['is_muted', true],
  ['in_home_view', false],
] as const)('muting with %s = %j publishes both names, in_home_view first', (property, value) => {
  expect(checkProperty({ property, value })).toEqual({
    columns: { is_muted: true },
    published: [
      { property: 'in_home_view', value: false },
      { property: 'is_muted', value: true },
    ],
  });
});

const switches: readonly PropertyName[] = [
  'is_muted',
  'in_home_view',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
];

test.each(switches)('%s must be a boolean', (property) => {
  for (const value of ['', '1', 'True', 'yes', '#fff'])
    expect(() => checkProperty({ property, value })).toThrow('true or false');
  for (const value of [true, false])
    expect(checkProperty({ property, value }).published).toContainEqual({ property, value });
});
