const parts = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?#]*)(.*)$/;

/** Returns a URL for each host of a database URL, in its order: `postgres://shop@a,b:5433/shop` has two. */
export function serverUrls(url: string): [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = parts.exec(url) ?? [];
  if (!hosts.includes(',')) return [url];
  const [first = '', ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  return [first, ...others];
}

/** Returns hosts, ports and database of a database URL, without user and password. */
export function addressOf(url: string): string {
  const [, , hosts = '', after = ''] = parts.exec(url) ?? [];
  return `${hosts}${after.replace(/[?#].*/, '')}`;
}

/** The values of libpq's `target_session_attrs` that a shop, which has to write, can use. */
const writableAttributes = ['any', 'read-write', 'primary'];

function sessionAttributes(url: string): string {
  return new URL(serverUrls(url)[0]).searchParams.get('target_session_attrs') ?? 'any';
}

/** Whether servers that accept only read-only transactions are skipped, as libpq does with `read-write`. */
export function needsReadWrite(url: string): boolean {
  return sessionAttributes(url) === 'read-write';
}

export function databaseUrlFault(url: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'must start with postgres://';
  const urls = serverUrls(url);
  const isAddress = (one: string) => URL.canParse(one) && (urls.length === 1 || new URL(one).hostname !== '');
  if (!urls.every(isAddress)) return 'must be an address';
  if (!writableAttributes.includes(sessionAttributes(url)))
    return `target_session_attrs must be ${writableAttributes.slice(1).join(' or ')}, because the shop writes`;
  return null;
}
