import { useState } from 'react';
import { ApiError } from './api-client.ts';

/** Sends requests of a form or button. `send` returns null if the API refuses; then `refusal` is set, and `onRefusal` has ended. */
export function useRequest() {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);

  async function send<T>(request: () => Promise<T>, onRefusal?: (error: ApiError) => Promise<void>): Promise<T | null> {
    setBusy(true);
    setRefusal(null);
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error);
      await onRefusal?.(error);
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { send, isBusy, setBusy, refusal, setRefusal };
}
