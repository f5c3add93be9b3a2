import type { Config } from '../../app/config.ts';
import { type Check, ok, warn } from './check.ts';

const loopback = /^(loopback|localhost|127\.[\d.]+(\/\d+)?|::1(\/128)?)$/;

/** Warns when rate limits cannot tell clients apart, or when other machines can bypass a proxy on this machine. */
export function checkProxy(config: Pick<Config, 'host' | 'port' | 'publicUrl' | 'trustedProxies'>): Check {
  const name = 'proxy';
  const { host, trustedProxies } = config;
  const acceptsOtherMachines = !loopback.test(host);
  if (trustedProxies.length > 0) {
    const networks = trustedProxies.join(', ');
    const isProxyOnThisMachine = trustedProxies.every((network) => loopback.test(network));
    const canBypassProxy = isProxyOnThisMachine && acceptsOtherMachines;
    if (!canBypassProxy) return ok(name, `${networks} may tell the shop the client’s address`);
    return warn(
      name,
      `TRUST_PROXY is ${networks}, but HOST is ${host}: other machines can connect without the proxy`,
      'Set HOST to 127.0.0.1 (docs/operating.md, Only through the proxy).',
    );
  }
  const proxySign = signOfProxy(config);
  if (!proxySign) return ok(name, 'no sign of a proxy: the address that connects counts as the client’s');
  const bypassText = acceptsOtherMachines ? `, and HOST ${host} lets other machines connect without the proxy` : '';
  return warn(
    name,
    `${proxySign}, but TRUST_PROXY is not set: the limits per client count all visitors as one client${bypassText}`,
    'Set TRUST_PROXY to the address or network of the proxy: loopback where it runs on this machine.',
  );
}

/** Describes the settings that imply a proxy, or returns undefined. The shop has no TLS, so https implies one. */
function signOfProxy({ port, publicUrl }: Pick<Config, 'port' | 'publicUrl'>): string | undefined {
  const url = new URL(publicUrl);
  if (url.protocol === 'https:') return 'PUBLIC_URL is https';
  const publicPort = Number(url.port || 80);
  const isPortChosenBySystem = port === 0;
  if (isPortChosenBySystem || port === publicPort) return undefined;
  return `PUBLIC_URL has port ${publicPort} and PORT is ${port}`;
}
