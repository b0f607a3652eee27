/** Where the time of requests goes, for operators who collect traces. */
export type Tracing = {
  /** Runs some work as a span; what begins within it belongs to it. */
  within<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Begins a span below the one that is under way; the answer ends it. */
  begin(name: string, attributes: Attributes): (error?: unknown) => void;
  /** Sends what is left. */
  close(): Promise<void>;
};

export type Attributes = Readonly<Record<string, string | number>>;

function ended(): void {}

/** Unless an operator wants traces, there are none, and nothing of them is loaded. */
export const noTracing: Tracing = {
  within: (_name, _attributes, work) => work(),
  begin: () => ended,
  close: async () => {},
};
