import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../server/free-port.ts';
import { answerMs, type BrowserWindow, type Size, scriptOf, startProgram } from './browser-window.ts';

/** Opens WebKitGTK on a virtual screen, driven by WebDriver. `driverPath`: the path of WebKitWebDriver. */
export async function openWebkit(driverPath: string, size: Size): Promise<BrowserWindow> {
  // Xvfb writes the number of its display to the file descriptor after `-displayfd`.
  const screen = await startProgram('Xvfb', () => [
    ...['-displayfd', '2', '-nolisten', 'tcp'],
    ...['-screen', '0', `${size.width}x${size.height + 200}x24`],
  ]);
  const closing = [screen.stop];
  const close = async () => {
    for (const stop of closing.splice(0).reverse()) await stop();
  };
  try {
    const number = await screen.waitForLine(/^(\d+)$/m);
    const port = await freePort();
    const driver = await startProgram(
      driverPath,
      async (home) => {
        // Lets the window be as narrow as a phone, which its toolbar would prevent.
        await mkdir(join(home, '.config/gtk-3.0'), { recursive: true });
        await writeFile(join(home, '.config/gtk-3.0/gtk.css'), '* { min-width: 0; margin: 0; padding: 0 }');
        return [`--port=${port}`, '--host=127.0.0.1'];
      },
      { DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' },
    );
    closing.push(driver.stop);
    const address = `http://127.0.0.1:${port}`;
    await waitUntilReady(address);
    const { sessionId } = await request<{ sessionId: string }>(`${address}/session`, {
      capabilities: { alwaysMatch: { pageLoadStrategy: 'normal' } },
    });
    const session = `${address}/session/${sessionId}`;
    closing.push(() => request(session, undefined, 'DELETE'));
    const execute = (expression: string) =>
      request<string>(`${session}/execute/sync`, { script: `return ${expression}`, args: [] });
    const toolbarHeight = Number(await execute('outerHeight - innerHeight'));
    const rect = { x: 0, y: 0, width: size.width, height: size.height + toolbarHeight };
    await request(`${session}/window/rect`, rect);
    return {
      open: (url) => request(`${session}/url`, { url }),
      async evaluate(run, ...args) {
        return JSON.parse(await execute(scriptOf(run, args)));
      },
      perform: (actions) => request(`${session}/actions`, { actions }),
      screenshot: async () => Buffer.from(await request<string>(`${session}/screenshot`, undefined, 'GET'), 'base64'),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function waitUntilReady(address: string): Promise<void> {
  const end = Date.now() + answerMs;
  for (;;) {
    const ready = await request<{ ready: boolean }>(`${address}/status`, undefined, 'GET').catch(() => null);
    if (ready) return;
    if (Date.now() > end) throw new Error('WebKitWebDriver does not answer');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Sends a command of WebDriver; throws if the browser refuses it. */
async function request<Result = void>(url: string, body?: object, method = 'POST'): Promise<Result> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(answerMs),
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  const { value } = (await answer.json()) as { value: Result & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
