import { useEffect, useState } from 'react';
import { after, now } from '../data/clock.ts';

const MINUTE_MS = 60_000;

/** The time, renewed every minute, for texts such as "yesterday". */
export function useMinute(): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const wait = (): (() => void) =>
      after(MINUTE_MS, () => {
        setTime(now());
        cancel = wait();
      });
    let cancel = wait();
    return () => cancel();
  }, []);
  return time;
}
