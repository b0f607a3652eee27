/** Distributed tracing, for operators who collect traces. */
export type Tracing = {
  /**
   * Runs work in a span; spans that start within it become its children. The first span of a request continues the trace
   * that its client named.
   */
  within<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Starts a child of the current span; returns a function that ends it. */
  begin(name: string, attributes: Attributes): (error?: unknown) => void;
  /** Flushes pending spans. */
  close(): Promise<void>;
};

export type Attributes = Readonly<Record<string, string | number>>;

function ended(): void {}

/** The default: no spans, and the tracing library is not loaded. */
export const noTracing: Tracing = {
  within: (_name, _attributes, work) => work(),
  begin: () => ended,
  close: async () => {},
};
