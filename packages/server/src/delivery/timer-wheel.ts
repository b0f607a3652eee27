import type { Clock } from '../engine/clock.ts';

/** Calls many back after a while, about on time: those of the same second share a timer. */
export type TimerWheel = {
  enter(who: Beating, milliseconds: number): Slot;
  leave(who: Beating, slot: Slot): void;
};

export type Beating = { heartbeat(): void };
export type Slot = { readonly at: number; readonly members: Set<Beating>; readonly cancel: () => void };

const STEP_MS = 1_000;

export function createTimerWheel(clock: Clock): TimerWheel {
  const slots = new Map<number, Slot>();

  const open = (at: number): Slot => {
    const members = new Set<Beating>();
    const cancel = clock.after(at * STEP_MS - clock.monotonic(), () => {
      slots.delete(at);
      for (const one of members) one.heartbeat();
    });
    const slot = { at, members, cancel };
    slots.set(at, slot);
    return slot;
  };

  return {
    enter: (who, milliseconds) => {
      const at = Math.ceil((clock.monotonic() + milliseconds) / STEP_MS);
      const slot = slots.get(at) ?? open(at);
      slot.members.add(who);
      return slot;
    },
    leave: (who, slot) => {
      slot.members.delete(who);
      if (slot.members.size > 0 || slots.get(slot.at) !== slot) return;
      slot.cancel();
      slots.delete(slot.at);
    },
  };
}
