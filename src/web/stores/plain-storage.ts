import type { PersistStorage } from 'zustand/middleware';

/**
 * Keeps one field of a store under its key as plain JSON, so that `cart` holds the cart and nothing around it.
 * What cannot be read is set aside under `<key>.unreadable` and the store starts empty.
 */
export function plainStorage<S, F extends keyof S>(
  field: F,
  read: (stored: unknown) => S[F] | null,
): PersistStorage<Pick<S, F>> {
  return {
    getItem(key) {
      const text = storage()?.getItem(key) ?? null;
      if (text === null) return null;
      const value = read(parsed(text));
      if (value === null) {
        storage()?.setItem(`${key}.unreadable`, text);
        storage()?.removeItem(key);
        return null;
      }
      return { state: { [field]: value } as Pick<S, F> };
    },
    setItem(key, { state }) {
      try {
        storage()?.setItem(key, JSON.stringify(state[field]));
      } catch (error) {
        // Full or forbidden: the page goes on with what it has in memory.
        console.error(error);
      }
    },
    removeItem: (key) => storage()?.removeItem(key),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
