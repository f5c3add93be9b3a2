import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { clientChunks } from './src/bundling/client-chunks.ts';
import { minifyAgain } from './src/bundling/minify-again.ts';
import { withoutUnusedComponents } from './src/bundling/unused-components.ts';
import { compiledMessages } from './src/messages/compile.ts';

/** Read files of their own, are native, or are needed now and then: loaded from node_modules when they are. */
const external = [
  '@fastify/swagger-ui',
  '@resvg/resvg-js',
  '@zip.js/zip.js',
  'fontkit',
  'nodemailer',
  'pdfkit',
  'stripe',
];

export default defineConfig(({ command }) => ({
  plugins: [withoutUnusedComponents(), compiledMessages(), tailwindcss(), reactRouter(), minifyAgain()],
  resolve: {
    // Messages are compiled at build time, so the browser needs the formatter but not the parser.
    alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' },
  },
  build: { target: 'es2023', manifest: true },
  environments: {
    client: { build: { assetsInlineLimit: 0, rolldownOptions: { output: { codeSplitting: clientChunks } } } },
    ssr: {
      build: { target: 'node26', rollupOptions: { input: { server: './src/server.ts', main: './src/cli/main.ts' } } },
      // Everything else is in the build: a start reads a few files instead of a thousand.
      // In development use-intl alone, which must go through the alias above, in one copy.
      ...(command === 'build'
        ? { resolve: { noExternal: true, external }, define: { 'process.env.NODE_ENV': '"production"' } }
        : { resolve: { noExternal: ['use-intl'] } }),
    },
  },
}));
