import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { watch } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { loadOwnerFiles } from './owner-files.mjs';
import { whenOrphaned } from './processes/orphaned.mjs';
import { exitOnError, loadEnvironment, onWindows, root } from './project.mjs';

const thisFile = fileURLToPath(import.meta.url);

// Vite updates edited views in the browser; `supervise` restarts the server when one of the server's files changes.
if (process.env.REHVIPOOD_DEV_SERVER === '1') await serve();
else await exitOnError(supervise);

async function supervise() {
  const node = await ensureInstalled();
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort());
  whenOrphaned(() => stopping.abort());
  const changes = watchServerFiles();
  while (!stopping.signal.aborted) {
    // The server has a process group of its own. Ctrl-C would otherwise end PostgreSQL and the server in random order.
    const server = spawn(node, ['--enable-source-maps', thisFile], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'development', REHVIPOOD_DEV_SERVER: '1' },
      detached: !onWindows,
    });
    const exited = once(server, 'exit');
    const [file] = await once(changes, 'change', { signal: stopping.signal }).catch(() => []);
    if (file) console.log(`${file} changed: the server restarts.`);
    // On SIGTERM, Vite would end the process before the shop has closed.
    server.kill('SIGINT');
    await exited;
  }
  process.exit(0);
}

function watchServerFiles() {
  const changes = new EventEmitter();
  watch(join(root, 'src'), { recursive: true }, (_event, name) => {
    const file = `src/${String(name).replaceAll(sep, '/')}`;
    if (isServerFile(file)) changes.emit('change', file);
  });
  watch(root, (_event, file) => {
    if (/^(\.env|.+\.(config|local)\.ts)$/.test(file ?? '')) changes.emit('change', file);
  });
  return changes;
}

function isServerFile(/** @type {string} */ file) {
  if (!/\.(ts|tsx|json|sql)$/.test(file) || /\.test\.tsx?$/.test(file)) return false;
  if (/^src\/(cli|setup)\//.test(file)) return false;
  const isView =
    file.startsWith('src/desk/app/') ||
    (file.startsWith('src/web/') && (file.endsWith('.tsx') || file.startsWith('src/web/client/')));
  return !isView || /\.server\.tsx?$/.test(file);
}

async function serve() {
  loadEnvironment();
  await exitOnError(loadOwnerFiles);
  const { createServer } = await import('vite');
  const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
  const deskVite = await createServer({
    configFile: join(root, 'src/build/vite.desk.config.ts'),
    // The Vite server of the pages uses the default port for updates.
    server: { middlewareMode: true, hmr: { port: 24_679 } },
    appType: 'spa',
  });
  const { runShop } = await vite.ssrLoadModule(pathToFileURL(join(root, 'src/server.ts')).pathname);
  await runShop({
    development: {
      middleware: vite.middlewares,
      deskMiddleware: deskVite.middlewares,
      loadBuild: () => vite.ssrLoadModule('virtual:react-router/server-build'),
    },
  });
}
