import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerMs, type BrowserWindow, type Size, scriptOf, startProgram } from './browser-window.ts';

/** Preferences of the profile. Firefox sets further ones itself when it is driven by a protocol. */
const preferences = {
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'ui.prefersReducedMotion': 1,
};

/** Opens a Firefox without a window on the screen, driven by WebDriver BiDi. */
export async function openFirefox(path: string, size: Size): Promise<BrowserWindow> {
  const browser = await startProgram(path, async (profile) => {
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
    );
    await writeFile(join(profile, 'user.js'), lines.join(''));
    return ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  });
  try {
    const address = await browser.waitForLine(/WebDriver BiDi listening on (ws:\S+)/);
    const connection = await connect(`${address}/session`);
    const { send } = connection;
    await send('session.new', { capabilities: {} });
    // A new window, because in the first one the focus stays outside of the document.
    const { context } = await send<{ context: string }>('browsingContext.create', { type: 'window' });
    await send('browsingContext.setViewport', { context, viewport: size });
    return {
      open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
      async evaluate(run, ...args) {
        const answer = await send<ScriptResult>('script.evaluate', {
          expression: scriptOf(run, args),
          target: { context },
          awaitPromise: false,
        });
        if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
        return JSON.parse(answer.result.value);
      },
      perform: async (actions) => void (await send('input.performActions', { context, actions })),
      async screenshot() {
        const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
        return Buffer.from(data, 'base64');
      },
      async close() {
        connection.close();
        await browser.stop();
      },
    };
  } catch (error) {
    await browser.stop();
    throw error;
  }
}

type ScriptResult =
  | { type: 'success'; result: { value: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

type Message =
  | { type: 'success'; id: number; result: object }
  | { type: 'error'; id: number; error: string; message: string }
  | { type: 'event' };

/** Connects to a BiDi server. `send` rejects when the browser refuses the command or does not answer. */
async function connect(url: string) {
  const socket = new WebSocket(url);
  await once(socket, 'open', { signal: AbortSignal.timeout(answerMs) });
  const pending = new Map<number, PromiseWithResolvers<object>>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(data);
    if (message.type === 'event') return;
    const waiting = pending.get(message.id);
    pending.delete(message.id);
    if (message.type === 'success') waiting?.resolve(message.result);
    else waiting?.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of pending.values()) reject(new Error('Firefox closed the connection'));
  });
  return {
    close: () => socket.close(),
    async send<Result extends object>(method: string, params: object): Promise<Result> {
      const id = ++lastId;
      const answer = Promise.withResolvers<object>();
      pending.set(id, answer);
      const timer = setTimeout(() => answer.reject(new Error(`Firefox did not answer ${method}`)), answerMs);
      socket.send(JSON.stringify({ id, method, params }));
      return (await answer.promise.finally(() => clearTimeout(timer))) as Result;
    },
  };
}
