import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { orExplain, root } from './project.mjs';

// `npm run dev`: pages change in the browser as they are edited (Vite); an edit of what the server itself holds starts
// the server anew.
const self = fileURLToPath(import.meta.url);
const isServer = process.env.REHVIPOOD_DEV_SERVER === '1';
const serverFolders = ['shop', 'api', 'database', 'jobs', 'mail', 'messages', 'server.ts', 'config.ts'];

if (isServer) await serve();
else await orExplain(supervise);

async function supervise() {
  const node = await ensureInstalled();
  let leaving = false;
  let server = start();
  let restart = null;

  function start() {
    const child = spawn(node, ['--enable-source-maps', self], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'development', REHVIPOOD_DEV_SERVER: '1' },
    });
    child.on('exit', (code) => {
      if (leaving) process.exit(code ?? 0);
      if (restart) {
        restart = null;
        server = start();
      }
    });
    return child;
  }

  watch(join(root, 'src'), { recursive: true }, (_event, file) => {
    const first = file?.split(/[\\/]/)[0];
    if (!first || !serverFolders.includes(first) || file?.endsWith('.test.ts') || restart) return;
    console.log(`${file} changed: the server starts anew.`);
    restart = file;
    if (server.exitCode === null) server.kill('SIGTERM');
    else {
      restart = null;
      server = start();
    }
  });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      leaving = true;
      if (server.exitCode === null) server.kill('SIGTERM');
      else process.exit(0);
    });
  }
}

async function serve() {
  const { createServer } = await import('vite');
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  const { runShop } = await vite.ssrLoadModule(pathToFileURL(join(root, 'src/server.ts')).pathname);
  await runShop({
    development: {
      middleware: vite.middlewares,
      loadBuild: () => vite.ssrLoadModule('virtual:react-router/server-build'),
    },
  });
}
