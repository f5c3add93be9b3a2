import { connect } from 'node:net';

export type RawAnswer = { status: number; retryAfter: string | undefined; body: Buffer };

/** A keep-alive connection for one request at a time. It uses little CPU, because it shares the cores with the shop. */
export type Connection = {
  /** Sends the bytes of a request. Rejects if the connection ends before the answer. */
  ask(request: string): Promise<RawAnswer>;
  readonly ended: boolean;
  end(): void;
};

/** `from`: local address of the connection. */
export function openConnection({ hostname, port }: URL, from: string): Connection {
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  socket.setNoDelay(true);
  let received: Buffer = Buffer.of();
  let waiting: PromiseWithResolvers<RawAnswer> | undefined;
  socket.on('data', (bytes: Buffer) => {
    received = received.length > 0 ? Buffer.concat([received, bytes]) : bytes;
    const answer = waiting && completeAnswer(received);
    if (!answer) return;
    received = Buffer.of();
    waiting?.resolve(answer);
    waiting = undefined;
  });
  socket.on('error', () => {});
  socket.on('close', () => waiting?.reject(new Error('the connection ended')));
  return {
    ask(request) {
      waiting = Promise.withResolvers<RawAnswer>();
      if (socket.destroyed) waiting.reject(new Error('the connection has ended'));
      else socket.write(request);
      return waiting.promise;
    },
    get ended() {
      return socket.destroyed || socket.readableEnded || !socket.writable;
    },
    end: () => void socket.destroy(),
  };
}

/** Null until the answer is complete. All answers of the shop have a Content-Length. */
function completeAnswer(bytes: Buffer): RawAnswer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (bytes.length < end + 4 + length) return null;
  const body = bytes.subarray(end + 4, end + 4 + length);
  const status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
  return { status, retryAfter: /\r\nretry-after: (\S+)/i.exec(head)?.[1], body };
}
