/** Loaded from node_modules: packages with files, native or rarely needed ones, and `pg`, which OpenTelemetry patches. */
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
