import { errorMessage } from '../error-message.ts';

/** Runs `work` for each item, one after another. If some fail, throws after the last: `2 reminders failed: reason of the first`. */
export async function tryEach<Item>(
  items: readonly Item[],
  what: string,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} ${what} failed: ${errorMessage(errors[0])}`);
}
