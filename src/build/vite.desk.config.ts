import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { compiledMessages } from '../messages/compile.ts';

/** The client of the desk: a bundle of its own, which no visitor of the shop loads. */
export default defineConfig({
  root: 'src/desk/app',
  publicDir: false,
  // With one shared folder, the Vite servers of pages and desk would bundle their dependencies at each start.
  cacheDir: '../../../node_modules/.vite-desk',
  plugins: [compiledMessages(), tailwindcss(), preloadFirstScreen()],
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

const firstScreen = ['screens/today/today.tsx', 'messages/ee.json'];

/** Preloads the home screen's modules from the document, so that they load before the first script is read. */
function preloadFirstScreen(): Plugin {
  return {
    name: 'preload-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = new Set<string>();
        const add = (file: string) => {
          const chunk = bundle[file];
          if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(file)) return;
          files.add(file);
          for (const imported of chunk.imports) add(imported);
        };
        for (const chunk of Object.values(bundle)) {
          const isFirst = chunk.type === 'chunk' && firstScreen.some((path) => chunk.facadeModuleId?.endsWith(path));
          if (isFirst) add(chunk.fileName);
        }
        return [...files]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          }));
      },
    },
  };
}
