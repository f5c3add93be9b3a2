import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { clientChunks } from './src/bundling/client-chunks.ts';
import { withoutUnusedComponents } from './src/bundling/unused-components.ts';
import { compiledMessages } from './src/messages/compile.ts';

export default defineConfig({
  plugins: [withoutUnusedComponents(), compiledMessages(), tailwindcss(), reactRouter()],
  resolve: {
    // Messages are compiled at build time, so the browser needs the formatter but not the parser.
    alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' },
  },
  build: { target: 'es2023', manifest: true },
  environments: {
    client: { build: { assetsInlineLimit: 0, rolldownOptions: { output: { codeSplitting: clientChunks } } } },
    ssr: {
      build: { target: 'node26', rollupOptions: { input: { server: './src/server.ts', main: './src/cli/main.ts' } } },
      // use-intl must go through the alias above, in one copy.
      // use-intl must go through the alias above, in one copy; the others are hundreds of files that every start would read.
      resolve: { noExternal: ['use-intl', 'kysely', 'jose'] },
    },
  },
});
