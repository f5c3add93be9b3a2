/** Aborts with a TimeoutError after `ms`: `AbortSignal.timeout` on the page's own clock, which tests can turn. */
export function timeLimit(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException(`no answer in ${ms} ms`, 'TimeoutError')), ms);
  return controller.signal;
}
