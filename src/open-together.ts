/**
 * Opens several at the same time. Where one cannot be had, those that could be are closed again, and its error is
 * thrown.
 */
export async function openTogether<T extends readonly { stop(): Promise<unknown> }[]>(
  ...opening: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const outcomes = await Promise.allSettled(opening);
  const opened = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failed) return opened as unknown as T;
  for (const { stop } of opened) await stop();
  throw failed.reason;
}
