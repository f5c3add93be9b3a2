import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { plainStorage } from './plain-storage.ts';

type ConsentStore = { isCookieAccepted: boolean; accept: () => void };

export const useConsent = create<ConsentStore>()(
  persist((set) => ({ isCookieAccepted: false, accept: () => set({ isCookieAccepted: true }) }), {
    name: 'isCookieAccepted',
    storage: plainStorage<ConsentStore, 'isCookieAccepted'>('isCookieAccepted', (stored) =>
      typeof stored === 'boolean' ? stored : null,
    ),
    partialize: ({ isCookieAccepted }) => ({ isCookieAccepted }),
    skipHydration: true,
  }),
);
