import { expect, test } from 'vitest';
import { checkMailServer } from './mail-server.ts';

async function verifyUnencrypted(_url: string, { requireTLS }: { requireTLS: boolean }) {
  if (requireTLS) throw Object.assign(new Error('no STARTTLS'), { code: 'ETLS' });
}

test.each([
  ['smtp://mail.rehvid.ee:587', 'warn', 'mail.rehvid.ee:587 accepts mail, but not encrypted'],
  ['smtp://localhost:25', 'ok', 'localhost:25 accepts mail'],
  ['smtp://127.0.0.1', 'ok', '127.0.0.1 accepts mail'],
])('warns of a server without encryption, unless it is on this machine: %s', async (url, outcome, message) => {
  expect(await checkMailServer(url, verifyUnencrypted)).toMatchObject({ outcome, message });
});

test('accepts an encrypted connection, and does not try an unencrypted one', async () => {
  const triedTls: boolean[] = [];
  const check = await checkMailServer('smtp://mail.rehvid.ee', async (_, { requireTLS }) => triedTls.push(requireTLS));
  expect(check).toMatchObject({ outcome: 'ok', message: 'mail.rehvid.ee accepts mail, encrypted' });
  expect(triedTls).toEqual([true]);
});

test('does not fall back to an unencrypted connection after an untrusted certificate', async () => {
  const verify = async () => {
    throw Object.assign(new Error('self-signed certificate'), { code: 'ESOCKET' });
  };
  expect(await checkMailServer('smtp://mail.rehvid.ee', verify)).toMatchObject({
    outcome: 'fail',
    message: 'mail.rehvid.ee: self-signed certificate',
  });
});
