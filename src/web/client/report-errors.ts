const sampledShare = 0.5;
let remainingReports = 3;

function truncated(text: unknown): string {
  return String(text ?? '').slice(0, 1000);
}

/** Sends uncaught errors of half of the documents to the server: at most three per document, without URL queries. */
export function reportErrors(apiBase: string): void {
  if (Math.random() >= sampledShare) return;
  const report = (error: unknown) => {
    if (remainingReports <= 0) return;
    remainingReports -= 1;
    // Anything can be thrown. `Object` lets null and undefined be destructured.
    const { message = error, stack } = Object(error);
    navigator.sendBeacon(
      `${apiBase}/v1/client-errors`,
      JSON.stringify({ message: truncated(message), stack: truncated(stack), page: location.pathname }),
    );
  };
  addEventListener('error', (event) => report(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => report(event.reason));
}
