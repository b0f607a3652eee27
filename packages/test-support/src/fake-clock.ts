import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FAKETIME = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
];

export type FakeClock = {
  readonly environment: Readonly<Record<string, string>>;
  readonly set: (seconds: number) => void;
};

/** A wall clock for processes that can be set while they run; undefined without the library faketime. */
export function fakeClockIn(directory: string): FakeClock | undefined {
  const library = FAKETIME.find((file) => existsSync(file));
  if (library === undefined) return undefined;
  const file = path.join(directory, 'clock');
  const set = (seconds: number): void => {
    writeFileSync(file, seconds < 0 ? `${seconds}\n` : `+${seconds}\n`);
  };
  set(0);
  return {
    set,
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };
}
