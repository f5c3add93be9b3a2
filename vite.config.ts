import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { clientChunks, onDemandPart } from './src/build/client-chunks.ts';
import { external } from './src/build/external.ts';
import { minifyAgain } from './src/build/minify-again.ts';
import { compiledMessages } from './src/messages/compile.ts';

export default defineConfig(({ command }) => ({
  plugins: [compiledMessages(), tailwindcss(), reactRouter(), minifyAgain()],
  resolve: {
    // Messages are compiled at build time, so the browser needs the formatter but not the parser.
    alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' },
  },
  build: {
    target: 'es2023',
    manifest: true,
    // The imports of lazily loaded parts of the home page are already loaded with the page.
    modulePreload: { resolveDependencies: (file, imported) => (onDemandPart.test(file) ? [] : imported) },
    license: { fileName: 'third-party-licenses.md' },
  },
  environments: {
    client: { build: { assetsInlineLimit: 0, rolldownOptions: { output: { codeSplitting: clientChunks } } } },
    ssr: {
      build: {
        target: 'node26',
        rollupOptions: {
          input: {
            server: './src/server.ts',
            main: './src/cli/main.ts',
            'svg-to-png': './src/web/pictures/svg-to-png.ts',
            'resize-photo': './src/shop/catalog/photos/resize-photo.ts',
            'archive-wal': './src/database/archive/archive-wal.ts',
          },
          // V8 stores the source of an ASCII module in half the memory.
          output: { charset: 'ascii', comments: false },
        },
      },
      // The build bundles all other modules: a start reads a few files instead of a thousand.
      // Development bundles only use-intl, so that the alias above applies to its single copy.
      ...(command === 'build'
        ? { resolve: { noExternal: true, external }, define: { 'process.env.NODE_ENV': '"production"' } }
        : { resolve: { noExternal: ['use-intl'] } }),
    },
  },
}));
