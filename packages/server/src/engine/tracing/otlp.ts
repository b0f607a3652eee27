import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanStatusCode, trace, TraceFlags, type Context, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '../config.ts';
import { VERSION } from '../version.ts';
import { currentWork } from '../work/current-work.ts';
import type { Attributes, Tracing } from './tracing.ts';

/** Short, so that an unavailable collector does not delay shutdown. */
const EXPORT_TIMEOUT_MS = 2_000;

/** Exports spans by OTLP over HTTP. Nothing is registered globally, because a process may run several servers. */
export function createOtlpTracing({ url, share }: NonNullable<Config['traces']>): Tracing {
  const sampler = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'parley', 'service.version': VERSION }),
    // A caller that says "sampled" takes its chance like every other.
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }),
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('parley');
  const currentSpan = new AsyncLocalStorage<Span>();

  const start = (name: string, attributes: Attributes): Span => {
    const parent = currentSpan.getStore();
    const context = parent === undefined ? remoteContext() : trace.setSpan(ROOT_CONTEXT, parent);
    const span = tracer.startSpan(name, { attributes }, context);
    if (parent === undefined) noteTrace(span);
    return span;
  };

  return {
    within: async (name, attributes, work) => {
      const span = start(name, attributes);
      try {
        const result = await currentSpan.run(span, work);
        end(span);
        return result;
      } catch (error) {
        end(span, error);
        throw error;
      }
    },
    begin: (name, attributes) => {
      const span = start(name, attributes);
      return (error) => {
        end(span, error);
      };
    },
    close: () => provider.shutdown(),
  };
}

/** The span of the client that sent the current request, if it named one. */
function remoteContext(): Context {
  const named = currentWork()?.request?.parent;
  if (named === undefined) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = named;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** Log lines of a request name the trace that began with it. */
function noteTrace(span: Span): void {
  const request = currentWork()?.request;
  if (request !== undefined && request.parent === undefined && span.isRecording())
    request.traceId = span.spanContext().traceId;
}

function end(span: Span, error?: unknown): void {
  if (error !== undefined && error !== null)
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : '' });
  span.end();
}
