import { host, type RawRequest } from './raw-request.ts';
import type { RawResponse } from './send.ts';

/** The marker of fuzzed texts, unescaped: as markup, or ending an attribute. */
const unescaped = /<zq7|zq7"'/i;

/** Internals that no response may contain: stack traces, source files, database messages, paths of this machine. */
const internals =
  /\n\s+at .+:\d+|node_modules|[\w/]+\.server\.(ts|js)\b|\/(home|tmp|usr|root|etc\/passwd)\/|build\/server|syntax error at|violates \w+ constraint|invalid (input|byte)|\b(select|insert into|update) "|FST_ERR|ECONN|Cannot read prop|is not a function|is not iterable/;

const hasValue = (name: string, value: RegExp) => (response: RawResponse) => value.test(headerOf(response, name));

const requiredHeaders: Record<string, (response: RawResponse) => boolean> = {
  'x-content-type-options': hasValue('x-content-type-options', /^nosniff$/),
  'content-security-policy': hasValue('content-security-policy', /default-src '(none|self)'/),
};

export function headerOf({ headers }: RawResponse, wantedName: string): string {
  return headers.find(([name]) => name === wantedName)?.[1] ?? '';
}

/** The faults of a response, one line each. `secrets`: texts that no response may contain. */
export function faultsOf(request: RawRequest, response: RawResponse | null, secrets: readonly string[]): string[] {
  if (!response) return request.wellFormed ? ['the connection was closed without an answer'] : [];
  const { status, headers, body, trailingBytes } = response;
  const faults: string[] = [];
  const faultIf = (condition: boolean, text: string) => condition && faults.push(text);
  const type = headerOf(response, 'content-type');
  const text = body.toString();

  // Refusing under overload is allowed; `unavailable` is not, because the database always runs here.
  const isBusy = status === 503 && headerOf(response, 'retry-after') !== '' && !/"code":"unavailable"/.test(text);
  faultIf(status >= 500 && !isBusy, `status ${status}`);
  faultIf(request.wellFormed && trailingBytes.length > 0, 'bytes after the response');
  for (const [name, isValid] of Object.entries(requiredHeaders)) faultIf(!isValid(response), `no ${name}`);
  faultIf(body.length > 0 && type === '', 'a body without a type');
  for (const [name, value] of headers) {
    faultIf(/zq7/.test(name) || (name === 'set-cookie' && /zq7/.test(value)), `an injected header, ${name}`);
    faultIf(unescaped.test(value), `the marker in ${name}: ${value}`);
    faultIf(/evil/.test(value) && name !== 'location', `another host in ${name}: ${value}`);
  }
  const location = headerOf(response, 'location');
  faultIf(location !== '' && hostOf(location) !== host, `redirected to ${location}`);
  faultIf(/html|xml|svg/.test(type) && unescaped.test(text), `an unescaped echo in ${type}`);
  faults.push(...faultsOfFormat(request, response, type, text));
  const isAsset = /javascript|css/.test(type);
  faultIf(!isAsset && internals.test(text), `internals of the shop: ${internals.exec(text)?.[0]}`);
  for (const secret of secrets) faultIf(text.includes(secret), 'a secret');
  return faults;
}

/** JSON must be valid, and API refusals must be problems. */
function faultsOfFormat(
  { target, wellFormed, method }: RawRequest,
  { status, body }: RawResponse,
  type: string,
  text: string,
): string[] {
  if (body.length === 0 || !/json/.test(type)) {
    const refuses = status >= 400 && /^\/api\//.test(target) && method !== 'HEAD' && wellFormed;
    // A malformed URL is refused before the route is known.
    return refuses && type !== 'text/plain; charset=utf-8' ? [`a refusal of the API as ${type || 'nothing'}`] : [];
  }
  try {
    const value = JSON.parse(text);
    const isProblem = type.startsWith('application/problem+json');
    if (isProblem && (value.status !== status || typeof value.code !== 'string')) return ['a problem without its code'];
    if (status >= 400 && !isProblem && /^\/api\//.test(target) && wellFormed) return [`a refusal as ${type}`];
    return [];
  } catch {
    return ['JSON that cannot be read'];
  }
}

function hostOf(location: string): string {
  // Browsers treat `\` as `/`.
  try {
    return new URL(location, `https://${host}`).host;
  } catch {
    return location;
  }
}
