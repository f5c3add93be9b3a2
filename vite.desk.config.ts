import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { compiledMessages } from './src/messages/compile.ts';

/** The client of the desk: a bundle of its own, which no visitor of the shop loads. */
export default defineConfig({
  root: 'src/desk/app',
  publicDir: false,
  plugins: [compiledMessages(), tailwindcss()],
  resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  build: {
    target: 'es2023',
    outDir: '../../../build/desk',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    license: { fileName: 'third-party-licenses.md' },
  },
});
