/** The part before the hosts, the hosts, and the part after them. */
const urlParts = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?#]*)(.*)$/;

/** Returns a URL for each host of a database URL, in its order: `postgres://shop@a,b:5433/shop` has two. */
export function serverUrls(url: string): [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = urlParts.exec(url) ?? [];
  if (!hosts.includes(',')) return [url];
  const [first = '', ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  return [first, ...others];
}

/** Returns hosts, ports and database of a database URL, without user and password. */
export function addressOf(url: string): string {
  const [, , hosts = '', after = ''] = urlParts.exec(url) ?? [];
  return `${hosts}${after.replace(/[?#].*/, '')}`;
}

/** `any` is the default of libpq. The shop itself looks for the primary. */
const allowedSessionAttributes = ['any', 'read-write', 'primary'];

function sessionAttributes(url: string): string {
  return new URL(serverUrls(url)[0]).searchParams.get('target_session_attrs') ?? 'any';
}

/** Returns whether the URL demands a server that accepts writes, as libpq does with `read-write`. */
export function needsReadWrite(url: string): boolean {
  return sessionAttributes(url) === 'read-write';
}

export function databaseUrlFault(url: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'must start with postgres://';
  const urls = serverUrls(url);
  // A Unix socket has no host: postgres:///shop?host=/run/postgresql
  const mayLackHost = urls.length === 1;
  const isAddress = (hostUrl: string) => URL.canParse(hostUrl) && (mayLackHost || new URL(hostUrl).hostname !== '');
  if (!urls.every(isAddress)) return 'must be an address';
  if (!allowedSessionAttributes.includes(sessionAttributes(url)))
    return 'target_session_attrs must be read-write or primary, because the shop writes';
  return null;
}
