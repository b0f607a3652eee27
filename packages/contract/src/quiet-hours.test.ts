import { describe, expect, test } from 'vitest';
import { quietUntil, type QuietSettings } from './quiet-hours.ts';

/** 16 November 2026 is a Monday. */
function until(hours: string, time: string, timezone = ''): string | undefined {
  return endOf({ do_not_disturb_hours: hours, do_not_disturb_until: 0, timezone }, time);
}

function endOf(settings: QuietSettings, time: string): string | undefined {
  return quietUntil(settings, new Date(`${time}Z`))
    ?.toISOString()
    .slice(0, 16);
}

describe('[NT24] do-not-disturb hours', () => {
  test.each([
    ['', '2026-11-16T12:00', undefined],
    ['Mo 12:00-13:00', '2026-11-16T11:59:59', undefined],
    ['Mo 12:00-13:00', '2026-11-16T12:00', '2026-11-16T13:00'],
    ['Mo 12:00-13:00', '2026-11-16T12:59:59', '2026-11-16T13:00'],
    ['Mo 12:00-13:00', '2026-11-16T13:00', undefined],
    ['Mo 12:00-13:00', '2026-11-17T12:30', undefined],
    ['Mo 12:00-13:00; We 12:00-12:30', '2026-11-18T12:15', '2026-11-18T12:30'],
    ['Mo-We,Su 08:00-09:00', '2026-11-17T08:00', '2026-11-17T09:00'],
    ['Mo-We,Su 08:00-09:00', '2026-11-19T08:00', undefined],
    ['Mo-We,Su 08:00-09:00', '2026-11-22T08:00', '2026-11-22T09:00'],
    ['Sa-Mo 08:00-09:00', '2026-11-16T08:30', '2026-11-16T09:00'],
  ])('%s at %s ends at %s', (hours, time, end) => {
    expect(until(hours, time)).toBe(end);
  });

  test.each([
    ['Mo 22:00-07:00', '2026-11-17T06:59', '2026-11-17T07:00'],
    ['Mo 22:00-07:00', '2026-11-16T06:59', undefined],
    ['Su 22:00-07:00', '2026-11-16T03:00', '2026-11-16T07:00'],
    ['Mo 00:00-24:00', '2026-11-16T23:59', '2026-11-17T00:00'],
    ['Mo 09:00-09:00', '2026-11-17T08:00', '2026-11-17T09:00'],
  ])('%s lasts over midnight: at %s until %s', (hours, time, end) => {
    expect(until(hours, time)).toBe(end);
  });

  test('spans that follow each other have one end', () => {
    expect(until('Fr 18:00-24:00; Sa,Su 00:00-24:00; Mo 00:00-08:00', '2026-11-20T20:00')).toBe(
      '2026-11-23T08:00',
    );
  });

  test('hours that never end are looked at again after a week', () => {
    expect(until('Mo-Su 00:00-24:00', '2026-11-18T10:30')).toBe('2026-11-25T10:30');
  });

  test('hours are those of the time zone', () => {
    expect(until('Mo 22:00-07:00', '2026-11-16T16:30', 'Asia/Kolkata')).toBe('2026-11-17T01:30');
    expect(until('Mo 22:00-07:00', '2026-11-16T16:29', 'Asia/Kolkata')).toBeUndefined();
  });

  test('a change of clocks moves the end', () => {
    expect(until('Sa 22:00-07:00', '2026-03-28T22:00', 'Europe/Berlin')).toBe('2026-03-29T05:00');
    expect(until('Sa 22:00-07:00', '2026-10-24T21:00', 'Europe/Berlin')).toBe('2026-10-25T06:00');
  });
});

test.each([
  ['', '2026-11-16T11:59', '2026-11-16T12:00'],
  ['', '2026-11-16T12:00', undefined],
  ['Mo 12:00-13:00', '2026-11-16T11:00', '2026-11-16T13:00'],
  ['Mo 11:00-11:30', '2026-11-16T11:10', '2026-11-16T12:00'],
  ['Mo 12:00-13:00', '2026-11-16T12:10', '2026-11-16T13:00'],
])('[NT27] a pause until noon with the hours %j lasts at %s until %s', (hours, time, end) => {
  const noon = Date.UTC(2026, 10, 16, 12) / 1000;
  expect(endOf({ do_not_disturb_hours: hours, do_not_disturb_until: noon, timezone: '' }, time)).toBe(end);
});
