/** The shop's account at Montonio. `secretKeys`: the first signs, all of them verify, so that keys can be changed. */
export type MontonioAccount = {
  accessKey: string;
  secretKeys: readonly string[];
  /** With `/api`, without a slash at its end. */
  baseUrl: string;
  fetch: typeof fetch;
  now: () => Date;
};
