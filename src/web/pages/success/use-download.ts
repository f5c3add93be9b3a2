import type { OrderKey } from '../../client/stores/stored.ts';

/** Returns a function that downloads a file of an order and returns whether it succeeded. A plain link could not send the token. */
export function useDownload({ token }: OrderKey): (url: string, name: string) => Promise<boolean> {
  return async (url, name) => {
    const headers = { 'Order-Token': token };
    const response = await fetch(url, { headers, credentials: 'omit' }).catch(() => null);
    if (!response?.ok) return false;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await response.blob());
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
    return true;
  };
}
