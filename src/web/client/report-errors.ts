const sampledShare = 0.5;
let reportsLeft = 3;

function cut(text: unknown): string {
  return String(text ?? '').slice(0, 1000);
}

/** Sends uncaught errors of a sample of pages to the server: at most three a page, without query strings. */
export function reportErrors(apiBase: string): void {
  if (Math.random() >= sampledShare) return;
  const report = (error: unknown) => {
    if (reportsLeft-- <= 0) return;
    const { message = error, stack } = Object(error);
    navigator.sendBeacon(
      `${apiBase}/v1/client-errors`,
      JSON.stringify({ message: cut(message), stack: cut(stack), page: location.pathname }),
    );
  };
  addEventListener('error', (event) => report(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => report(event.reason));
}
