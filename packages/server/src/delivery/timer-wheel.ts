import type { Clock } from '../engine/clock.ts';

/** Timeouts with a resolution of one second: all targets that are due in the same second share a timer. */
export type TimerWheel = {
  add(target: HeartbeatTarget, milliseconds: number): Slot;
  remove(target: HeartbeatTarget, slot: Slot): void;
};

export type HeartbeatTarget = { heartbeat(): void };
export type Slot = {
  readonly second: number;
  readonly members: Set<HeartbeatTarget>;
  readonly cancel: () => void;
};

const SLOT_MS = 1_000;

export function createTimerWheel(clock: Clock): TimerWheel {
  const slots = new Map<number, Slot>();

  const openSlot = (second: number): Slot => {
    const members = new Set<HeartbeatTarget>();
    const cancel = clock.after(second * SLOT_MS - clock.monotonic(), () => {
      slots.delete(second);
      for (const target of members) target.heartbeat();
    });
    const slot = { second, members, cancel };
    slots.set(second, slot);
    return slot;
  };

  return {
    add: (target, milliseconds) => {
      const second = Math.ceil((clock.monotonic() + milliseconds) / SLOT_MS);
      const slot = slots.get(second) ?? openSlot(second);
      slot.members.add(target);
      return slot;
    },
    remove: (target, slot) => {
      slot.members.delete(target);
      if (slot.members.size > 0 || slots.get(slot.second) !== slot) return;
      slot.cancel();
      slots.delete(slot.second);
    },
  };
}
