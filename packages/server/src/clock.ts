/** Time as the server sees it: part of the world, so that tests can hold it. */
export type Clock = {
  /** Wall time in milliseconds: for what people see. */
  now(): number;
  /** Never jumps: for limits and waiting. */
  monotonic(): number;
  /** Calls back once after a while; the answer cancels. */
  after(milliseconds: number, callback: () => void): () => void;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** A number in [0, 1): part of the world for the same reason. */
export type Random = () => number;
