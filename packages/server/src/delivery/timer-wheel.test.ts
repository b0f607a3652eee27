import { createManualClock } from '@parley/test-support/memory-stores.ts';
import { expect, test } from 'vitest';
import { createTimerWheel } from './timer-wheel.ts';

function targetNamed(name: string, beats: string[]) {
  return { heartbeat: () => beats.push(name) };
}

test('targets of the same second share a timer, which stays until the last one is removed', async () => {
  const clock = createManualClock();
  const wheel = createTimerWheel(clock);
  const beats: string[] = [];
  const [ada, grace] = [targetNamed('ada', beats), targetNamed('grace', beats)];
  const slot = wheel.add(ada, 900);
  expect(wheel.add(grace, 950)).toBe(slot);
  expect(clock.timerCount).toBe(1);
  wheel.remove(ada, slot);
  await clock.advance(2_000);
  expect(beats).toEqual(['grace']);
  const later = wheel.add(ada, 900);
  wheel.remove(ada, later);
  expect(clock.timerCount).toBe(0);
});

test('a target that is removed after its heartbeat does not cancel the timer of a later slot', async () => {
  const clock = createManualClock();
  const wheel = createTimerWheel(clock);
  const beats: string[] = [];
  const [ada, grace] = [targetNamed('ada', beats), targetNamed('grace', beats)];
  const passed = wheel.add(ada, 1_000);
  await clock.advance(1_000);
  const next = wheel.add(grace, 0);
  expect(next.second).toBe(passed.second);
  wheel.remove(ada, passed);
  await clock.advance(1_000);
  expect(beats).toEqual(['ada', 'grace']);
});
