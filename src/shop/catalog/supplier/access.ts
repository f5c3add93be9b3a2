import { z } from 'zod';

export const fieldName = z.string().min(1, { error: 'must name a field' });

export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};

const hasCredentials = (url: string) => {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
};

export const httpsUrl = z
  .url({ protocol: /^https$/, error: 'must be an https address' })
  .refine((url) => !hasCredentials(url), {
    error: 'must not contain a user name or password: keys come from the environment',
  });

export const headerName = z.string().regex(/^[\w-]+$/, { error: 'must be the name of a header' });

/** How a secret of the environment is sent. `basic` (RFC 7617): the secret is `user:password`. `token`: the shop POSTs `body` (in the format `as`)
 * to `url` and gets JSON with a bearer token at `path`. In `body`, `{{key}}` is the secret; `{{user}}` and `{{password}}` are its two parts. */
export const keySettings = z.union(
  [
    z.strictObject({ header: headerName }),
    z.strictObject({ query: fieldName }),
    z.strictObject({ basic: z.literal(true) }),
    z.strictObject({
      token: z.strictObject({
        url: httpsUrl,
        as: z.enum(['form', 'json']),
        body: z.record(z.string(), z.string()),
        path: fieldName,
      }),
    }),
  ],
  {
    error: 'must be { header }, { query }, { basic: true } or { token: { url, as, body, path } }, with https addresses',
  },
);

export type SupplierKey = z.output<typeof keySettings>;
