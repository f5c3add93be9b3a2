import type { SupplierKey } from '../access.ts';
import { textAt } from './json-path.ts';
import { minSecretLength, redactor, secretsOf } from './redact.ts';
import { type ConnectionOptions, FailedFetch, readBytes, sendRequest, userAgent } from './request.server.ts';

/** How requests to the supplier's host are authenticated. `secrets`: texts in them that must not appear in logs and tables. */
export type Login = {
  headers: Record<string, string>;
  query?: { name: string; value: string };
  secrets: readonly string[];
};

/** `name`: the environment variable, for messages; `value` undefined: it is not set. */
export type Secret = { name: string; value: string | undefined };

const loginTimeoutMs = 30_000;
const maxAnswerBytes = 64 * 1024;

/** Returns how a request is authenticated; requests a new token each time. Throws FailedFetch for a missing or malformed secret and a refused login. */
export async function logIn(
  key: SupplierKey,
  { name, value }: Secret,
  connection: ConnectionOptions = {},
  signal?: AbortSignal,
): Promise<Login> {
  if (value === undefined) throw new FailedFetch(`${name} is not set`);
  const secrets = secretsOf(value);
  if ('header' in key) return { headers: { [key.header]: value }, secrets };
  if ('query' in key) return { headers: {}, query: { name: key.query, value }, secrets };
  if ('basic' in key) {
    // Throws if there is no colon or too short a password.
    parseCredentials(name, value);
    return { headers: { authorization: `Basic ${Buffer.from(value).toString('base64')}` }, secrets };
  }
  const token = await requestToken(key.token, { name, value }, connection, signal);
  return { headers: { authorization: `Bearer ${token}` }, secrets: [...secrets, token] };
}

function parseCredentials(name: string, value: string): { user: string; password: string } {
  const colon = value.indexOf(':');
  const password = value.slice(colon + 1);
  if (colon < 1 || password.length < minSecretLength)
    throw new FailedFetch(`${name} must be user:password, the password with at least ${minSecretLength} characters`);
  return { user: value.slice(0, colon), password };
}

type TokenLogin = Extract<SupplierKey, { token: object }>['token'];

async function requestToken(
  { url, as: bodyFormat, body, path }: TokenLogin,
  { name, value }: { name: string; value: string },
  connection: ConnectionOptions,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { host } = new URL(url);
  const timeLimit = AbortSignal.timeout(loginTimeoutMs);
  try {
    const response = await sendRequest(
      {
        url: new URL(url),
        headers: { accept: 'application/json', 'content-type': contentTypes[bodyFormat], 'user-agent': userAgent },
        body: bodyOf(bodyFormat, fillIn(body, name, value)),
      },
      AbortSignal.any(signal ? [timeLimit, signal] : [timeLimit]),
      connection,
    );
    // A redirect is an error, too: the password goes to the declared address only.
    if (response.statusCode !== 200) {
      response.destroy();
      throw new FailedFetch(`the login at ${host} was answered with ${response.statusCode}`);
    }
    const answer = await readBytes(response, maxAnswerBytes, 'the answer to the login is too large');
    const token = parseToken(answer.toString('utf8'), path);
    if (token === null) throw new FailedFetch(`the login at ${host} was answered without a token at ${path}`);
    return token;
  } catch (error) {
    signal?.throwIfAborted();
    if (timeLimit.aborted) throw new FailedFetch(`the login at ${host} took longer than ${loginTimeoutMs / 1_000} s`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new FailedFetch(redactor(secretsOf(value))(reason));
  }
}

const contentTypes = { form: 'application/x-www-form-urlencoded', json: 'application/json' };

function bodyOf(format: TokenLogin['as'], body: Record<string, string>): string {
  return format === 'form' ? new URLSearchParams(body).toString() : JSON.stringify(body);
}

/** Replaces whole values only, so that a secret never becomes part of another text. */
function fillIn(body: Record<string, string>, name: string, value: string): Record<string, string> {
  const replace = (text: string) => {
    if (text === '{{key}}') return value;
    if (text === '{{user}}') return parseCredentials(name, value).user;
    return text === '{{password}}' ? parseCredentials(name, value).password : text;
  };
  return Object.fromEntries(Object.entries(body).map(([field, text]) => [field, replace(text)]));
}

/** Returns null unless the token can be sent in a header and masked in texts. */
function parseToken(answer: string, path: string): string | null {
  try {
    const token = textAt(JSON.parse(answer), path);
    return token !== null && token.length >= minSecretLength && /^[\x21-\x7e]+$/.test(token) ? token : null;
  } catch {
    return null;
  }
}
