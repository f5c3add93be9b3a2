import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

export const clientErrorsPath = '/api/v1/client-errors';

const bodyLimit = 8 * 1024;
const maxCharacters = 1_000;
const minuteMs = 60_000;
const maxLoggedPerMinute = 30;

const text = z.string().transform((value) => withoutQueries(value).slice(0, maxCharacters));
const optionalText = text.default('');

/** The body that src/web/client/report-errors.ts sends. */
const clientError = z.object({ message: text, stack: optionalText, page: optionalText });

/** The body that browsers send to the endpoint of `Reporting-Endpoints` (https://www.w3.org/TR/reporting-1/#media-type). */
const browserReports = z
  .array(
    z.object({
      type: z.string().max(50),
      url: text,
      body: z.object({ message: optionalText, reason: optionalText }).nullish(),
    }),
  )
  .max(20)
  .transform((reports) =>
    reports.map(({ type, url, body }) => ({
      message: [type, body?.message || body?.reason].filter(Boolean).join(': '),
      stack: '',
      page: url,
    })),
  );

/** Lazy (`*?`), so that it ends before a line and column at the end of the URL. */
const queryOrFragment = /[?#][^\s)'"]*?/.source;
const lineAndColumn = /(?::\d+:\d+)?/.source;
const endOfUrl = /(?:[\s)'"]|$)/.source;
const removedFromUrls = new RegExp(`${queryOrFragment}(?=${lineAndColumn}${endOfUrl})`, 'g');

/** Removes query strings and fragments, because they can contain order tokens and words that visitors typed. Keeps line and column (`:1:20`) in stacks. */
function withoutQueries(value: string): string {
  return value.replace(removedFromUrls, '');
}

export type ClientErrors = { readonly count: number; register(app: FastifyInstance): void };

/** Counts the errors that browsers report, and logs at most `maxLoggedPerMinute`, without the client's address or identity. Reads any content type as text, because `sendBeacon` and the browsers' own reports use different ones. Uses the request queue `files`, because it needs no database. */
export function openClientErrors(): ClientErrors {
  let count = 0;
  let minuteStartedAt = Number.NEGATIVE_INFINITY;
  let countInMinute = 0;

  function countAndLog(request: FastifyRequest, errors: z.output<typeof clientError>[]): void {
    for (const error of errors) {
      count += 1;
      const now = performance.now();
      if (now - minuteStartedAt >= minuteMs) {
        minuteStartedAt = now;
        countInMinute = 0;
      }
      countInMinute += 1;
      if (countInMinute <= maxLoggedPerMinute) request.log.warn({ clientError: error }, 'error in a browser');
    }
  }

  return {
    get count() {
      return count;
    },
    register(app) {
      app.register(async (route) => {
        route.removeAllContentTypeParsers();
        route.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
        route.post(
          clientErrorsPath,
          { bodyLimit, config: { queue: 'files' }, schema: { hide: true } },
          (request, reply) => {
            const report = z
              .union([clientError.transform((error) => [error]), browserReports])
              .safeParse(jsonOrNull(request.body));
            if (!report.success) return reply.code(400).send();
            countAndLog(request, report.data);
            return reply.code(204).send();
          },
        );
      });
    },
  };
}

function jsonOrNull(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return null;
  }
}
