/** The place of a request in a trace that began elsewhere (W3C Trace Context). */
export type TraceParent = {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
};

const FORM = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = 1;

/** Parses the header `traceparent`; a malformed one is ignored. */
export function parseTraceParent(header: string | undefined): TraceParent | undefined {
  const match = header === undefined ? null : FORM.exec(header);
  if (match === null) return undefined;
  const [, traceId = '', spanId = '', flags = '00'] = match;
  return { traceId, spanId, isSampled: (parseInt(flags, 16) & SAMPLED) === SAMPLED };
}
