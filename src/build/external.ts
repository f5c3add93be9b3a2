/**
 * Packages that the server loads from node_modules: they read files of their own, are native, are rarely needed, or (`pg`) are
 * instrumented by OpenTelemetry, which patches modules and not bundles.
 */
export const external = [
  '@fastify/otel',
  '@fastify/swagger-ui',
  '@opentelemetry/instrumentation-pg',
  '@opentelemetry/sdk-node',
  '@resvg/resvg-js',
  '@zip.js/zip.js',
  'fontkit',
  'nodemailer',
  'pdfkit',
  'pg',
  'stripe',
];

/** Packages whose files, not code, the running shop reads. */
export const filesOf = ['@expo-google-fonts/golos-text'];
