import { pause, type Clock } from '../../engine/clock.ts';

/** Time between two requests to one host. */
const SPACING_MS = 250;
const MAX_HOSTS = 1_000;

/** Spaces the requests to a host. */
export type HostPace = {
  /** Waits until the host may be asked; false if that would be after the deadline. */
  wait(host: string, deadline: number): Promise<boolean>;
};

export function createHostPace(clock: Clock): HostPace {
  const nextAt = new Map<string, number>();
  return {
    wait: async (host, deadline) => {
      const now = clock.monotonic();
      const at = Math.max(now, nextAt.get(host) ?? 0);
      if (at >= deadline) return false;
      if (nextAt.size >= MAX_HOSTS) for (const [other, time] of nextAt) if (time <= now) nextAt.delete(other);
      nextAt.set(host, at + SPACING_MS);
      if (at > now) await pause(clock, at - now);
      return true;
    },
  };
}
