/** Packages that are not bundled: with data files, native code or rare use, and `pg`, which OpenTelemetry patches. */
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

/** The running shop reads only files of these packages, no code. */
export const filesOf = ['@expo-google-fonts/golos-text'];
