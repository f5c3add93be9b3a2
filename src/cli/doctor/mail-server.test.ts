import { expect, test } from 'vitest';
import { checkMailServer } from './mail-server.ts';

/** A server that knows no encryption. */
async function plain(_url: string, { requireTLS }: { requireTLS: boolean }) {
  if (requireTLS) throw Object.assign(new Error('no STARTTLS'), { code: 'ETLS' });
}

test.each([
  ['smtp://mail.rehvid.ee:587', 'warn', 'mail.rehvid.ee:587 takes letters, but not encrypted'],
  ['smtp://localhost:25', 'ok', 'localhost:25 takes letters'],
  ['smtp://127.0.0.1', 'ok', '127.0.0.1 takes letters'],
])('not encrypted: %s', async (url, outcome, words) => {
  expect(await checkMailServer(url, plain)).toMatchObject({ outcome, words });
});

test('encrypted', async () => {
  const asked: boolean[] = [];
  const check = await checkMailServer('smtp://mail.rehvid.ee', async (_, { requireTLS }) => asked.push(requireTLS));
  expect(check).toMatchObject({ outcome: 'ok', words: 'mail.rehvid.ee takes letters, encrypted' });
  expect(asked).toEqual([true]);
});

test('does not fall back to an unencrypted connection after an untrusted certificate', async () => {
  const hello = async () => {
    throw Object.assign(new Error('self-signed certificate'), { code: 'ESOCKET' });
  };
  expect(await checkMailServer('smtp://mail.rehvid.ee', hello)).toMatchObject({
    outcome: 'fail',
    words: 'mail.rehvid.ee: self-signed certificate',
  });
});
