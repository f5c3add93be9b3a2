/** Read files of their own, are native, or are needed now and then: loaded from node_modules when they are, not part of the server's build. */
export const external = [
  '@fastify/swagger-ui',
  '@resvg/resvg-js',
  '@zip.js/zip.js',
  'fontkit',
  'nodemailer',
  'pdfkit',
  'stripe',
];

/** Packages of which the running shop reads files and no code. */
export const filesOf = ['@expo-google-fonts/golos-text'];
