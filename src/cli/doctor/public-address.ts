import type { Config } from '../../app/config.ts';
import { type Check, fail, ok, warn } from './check.ts';

const localHostName = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

export function checkPublicUrl({ publicUrl }: Config): Check {
  const name = 'public address';
  if (isOfThisMachine(publicUrl)) {
    return warn(
      name,
      `${publicUrl} is an address of this machine: links in mails and for search engines cannot be opened elsewhere`,
      'Set PUBLIC_URL to the address that visitors use, https://…',
    );
  }
  if (publicUrl.startsWith('https:')) return ok(name, publicUrl);
  return warn(
    name,
    `${publicUrl} is not https`,
    'Put a reverse proxy with a certificate in front of the shop, and set PUBLIC_URL to https://…',
  );
}

export function checkWebhooks({ publicUrl, publicApiUrl, montonio, stripe }: Config): Check {
  const name = 'webhooks';
  if (!montonio && !stripe) return ok(name, 'no payment provider is set up, so none sends webhooks');
  const address = `${publicApiUrl ?? publicUrl}/api/v1/webhooks`;
  if (address.startsWith('https:') && !isOfThisMachine(address)) return ok(name, `${address}/…`);
  return fail(
    name,
    `payment providers cannot reach ${address}: they need https and a public address`,
    'Set PUBLIC_URL (or PUBLIC_API_URL) to the https address of the shop. Until then the shop asks the providers every few minutes, and so sees payments later.',
  );
}

export function isOfThisMachine(address: string): boolean {
  return localHostName.test(new URL(address).hostname);
}
