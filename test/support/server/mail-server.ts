import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

type Refusal = { at: 'recipient' | 'data'; code: number; message?: string } | null;

/** Starts a local SMTP server. `received`: its mail; `at`: when it arrived, by `performance.now()`. `refuse`: makes it refuse mail; null: accept again. */
export async function mailServer() {
  const received: { at: number; to: string[]; mail: Email }[] = [];
  const state: { refusal: Refusal } = { refusal: null };
  const refusalError = (at: 'recipient' | 'data') =>
    state.refusal?.at === at
      ? Object.assign(new Error(state.refusal.message ?? 'refused'), { responseCode: state.refusal.code })
      : null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_login, _session, done) => done(Object.assign(new Error('authentication failed'), { responseCode: 535 })),
    onRcptTo: (_address, _session, done) => done(refusalError('recipient')),
    onData(stream, { envelope }, done) {
      void buffer(stream).then(async (raw) => {
        const error = refusalError('data');
        if (!error) {
          const to = envelope.rcptTo.map(({ address }) => address);
          received.push({ at: performance.now(), to, mail: await PostalMime.parse(raw) });
        }
        done(error);
      });
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    received,
    refuse: (refusal: Refusal) => {
      state.refusal = refusal;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
