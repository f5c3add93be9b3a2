import { timeLimit } from '../../client/api-client.ts';
import type { OrderKey } from '../../client/stores/stored.ts';

/** Returns a function that downloads a file and tells whether it succeeded. A plain link could not send the token. */
export function useDownload({ token }: OrderKey): (url: string, name: string) => Promise<boolean> {
  return async (url, name) => {
    const headers = { 'Order-Token': token };
    const file = await fetch(url, { headers, credentials: 'omit', signal: timeLimit(5000) })
      .then((response) => (response.ok ? response.blob() : null))
      .catch(() => null);
    if (!file) return false;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
    return true;
  };
}
