import type { Answer } from './send.ts';
import { host, type Wire } from './wire.ts';

/** The marker where it would be markup, or end an attribute. */
const unescaped = /<zq7|zq7"'/i;

/** What only the inside of the shop knows: traces, its files, the database's words, where things lie on this machine. */
const inside =
  /\n\s+at .+:\d+|node_modules|[\w/]+\.server\.(ts|js)\b|\/(home|tmp|usr|root|etc\/passwd)\/|build\/server|syntax error at|violates \w+ constraint|invalid (input|byte)|\b(select|insert into|update) "|FST_ERR|ECONN|Cannot read prop|is not a function|is not iterable/;

const hasValue = (name: string, value: RegExp) => (answer: Answer) => value.test(headerOf(answer, name));

/** Headers of every answer that the shop makes. */
const guarded: Record<string, (answer: Answer) => boolean> = {
  'x-content-type-options': hasValue('x-content-type-options', /^nosniff$/),
  'content-security-policy': hasValue('content-security-policy', /default-src '(none|self)'/),
};

export function headerOf({ headers }: Answer, wanted: string): string {
  return headers.find(([name]) => name === wanted)?.[1] ?? '';
}

/** What is wrong with an answer, a line each. `secrets`: texts that no answer may hold. */
export function faultsOf(wire: Wire, answer: Answer | null, secrets: readonly string[]): string[] {
  if (!answer) return wire.wellFormed ? ['the connection was closed without an answer'] : [];
  const { status, headers, body, behind } = answer;
  const faults: string[] = [];
  const fault = (is: boolean, text: string) => is && faults.push(text);
  const type = headerOf(answer, 'content-type');
  const text = body.toString();

  // It may say that it has too much to do; nobody takes the database away here.
  const isBusy = status === 503 && headerOf(answer, 'retry-after') !== '' && !/"code":"unavailable"/.test(text);
  fault(status >= 500 && !isBusy, `status ${status}`);
  fault(wire.wellFormed && behind.length > 0, 'more came behind the answer');
  for (const [name, right] of Object.entries(guarded)) fault(!right(answer), `no ${name}`);
  fault(body.length > 0 && type === '', 'a body without a type');
  for (const [name, value] of headers) {
    fault(/zq7/.test(name) || (name === 'set-cookie' && /zq7/.test(value)), `an injected header, ${name}`);
    fault(unescaped.test(value), `the marker in ${name}: ${value}`);
    fault(/evil/.test(value) && name !== 'location', `another host in ${name}: ${value}`);
  }
  const location = headerOf(answer, 'location');
  fault(location !== '' && hostOf(location) !== host, `sent away to ${location}`);
  fault(/html|xml|svg/.test(type) && unescaped.test(text), `an unescaped echo in ${type}`);
  faults.push(...faultsOfForm(wire, answer, type, text));
  const ownCode = /javascript|css/.test(type);
  fault(!ownCode && inside.test(text), `the inside of the shop: ${inside.exec(text)?.[0]}`);
  for (const secret of secrets) fault(text.includes(secret), 'a secret');
  return faults;
}

/** JSON is JSON, and a refusal of the API says why. */
function faultsOfForm(
  { target, wellFormed, method }: Wire,
  { status, body }: Answer,
  type: string,
  text: string,
): string[] {
  if (body.length === 0 || !/json/.test(type)) {
    const refuses = status >= 400 && /^\/api\//.test(target) && method !== 'HEAD' && wellFormed;
    // What is no address is refused before anybody knows that the API was meant.
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
  // As browsers read it, in whom `\` is `/`.
  try {
    return new URL(location, `https://${host}`).host;
  } catch {
    return location;
  }
}
