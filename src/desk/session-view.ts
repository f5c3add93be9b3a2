import type { Act, Role } from '../shop/staff/acts.ts';

export type SessionView = {
  shop: string;
  branches: { id: string; name: string }[];
  /** Whether at least one person has a passkey. */
  enrolled: boolean;
  /** The branch and people of a shared device; null: the device is not shared. `open`: PINs work on it. `people`: those with a PIN; empty unless `open`. */
  station: { name: string; branch: string; open: boolean; people: { login: string; name: string }[] } | null;
  /** Null: nobody is signed in. `acts`: the acts that the person's role and way of signing in allow. */
  person: { login: string; name: string; role: Role; byPin: boolean; acts: Act[] } | null;
};
