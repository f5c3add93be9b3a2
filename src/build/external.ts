/** Not bundled: packages with data files or native code, rarely used ones, and `pg`, which OpenTelemetry patches. */
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
  'sharp',
  'stripe',
];

/** Packages of which the running shop reads files, but runs no code. */
export const assetPackages = ['@expo-google-fonts/golos-text'];
