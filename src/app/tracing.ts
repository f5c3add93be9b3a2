import { createRequire } from 'node:module';
import FastifyOtelInstrumentation from '@fastify/otel';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { FastifyInstance } from 'fastify';

export type Tracing = { register(app: FastifyInstance): Promise<void>; stop(): Promise<void> };

/** Exports traces, but no metrics or logs. Configured by OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER, …. */
export function startTracing(): Tracing {
  process.env.OTEL_SERVICE_NAME ??= 'rehvipood';
  const fastify = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    // A URL may contain the key of an order; the pattern of its route does not.
    requestHook: (span, { routeOptions }) => span.setAttribute('url.path', routeOptions.url ?? 'none'),
  });
  const sdk = new NodeSDK({
    instrumentations: [fastify, new PgInstrumentation({ requireParentSpan: true })],
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  // Requiring `pg` lets the instrumentation patch its prototypes. The bundle imports the same module.
  createRequire(import.meta.url)('pg');
  return { register: async (app) => void (await app.register(fastify.plugin())), stop: () => sdk.shutdown() };
}
