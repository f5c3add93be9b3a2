import { createTransport } from 'nodemailer';
import { type Check, fail, ok, reasonOf, warn } from './check.ts';
import { isOfThisMachine } from './public-address.ts';

type Verify = (url: string, options: { requireTLS: boolean }) => Promise<unknown>;

const name = 'mail server';
const timeLimits = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

const verifyConnection: Verify = async (url, { requireTLS }) => {
  const transport = createTransport({ url, requireTLS, ...timeLimits });
  await transport.verify().finally(() => transport.close());
};

export async function checkMailServer(smtpUrl: string | undefined, verify = verifyConnection): Promise<Check> {
  if (!smtpUrl) {
    return warn(
      name,
      'SMTP_URL is not set: mails are written into files that nobody reads',
      'Set SMTP_URL, smtp://user:password@host:587',
    );
  }
  const { host } = new URL(smtpUrl);
  try {
    await verify(smtpUrl, { requireTLS: true });
    return ok(name, `${host} accepts mail, encrypted`);
  } catch (error) {
    if (!lacksTls(error)) return failedCheck(host, error);
  }
  try {
    await verify(smtpUrl, { requireTLS: false });
  } catch (error) {
    return failedCheck(host, error);
  }
  // URL normalizes host names (LOCALHOST, 127.1) only in addresses of http.
  const httpUrl = smtpUrl.replace(/^smtp/, 'http');
  if (isOfThisMachine(httpUrl)) return ok(name, `${host} accepts mail`);
  return warn(name, `${host} accepts mail, but not encrypted`, 'Use a server with STARTTLS, or smtps://…:465.');
}

function failedCheck(host: string, error: unknown): Check {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const advice =
    code === 'EAUTH'
      ? 'Put user and password into SMTP_URL; characters such as @ and / in them are written as %40 and %2F.'
      : 'Look at host and port of SMTP_URL, and whether this machine may connect there.';
  return fail(name, `${host}: ${reasonOf(error)}`, advice);
}

function lacksTls(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETLS';
}
