import type { Act, Role } from '../shop/staff/acts.ts';

export type SessionView = {
  shop: string;
  branches: { id: string; name: string }[];
  /** Whether anybody can sign in yet. */
  enrolled: boolean;
  /** Null: the device is no station. `people`: those who can sign in by PIN while it is open. */
  station: { name: string; branch: string; open: boolean; people: { login: string; name: string }[] } | null;
  /** Null: nobody is signed in. `acts`: those that the person's role and way of signing in allow. */
  person: { login: string; name: string; role: Role; byPin: boolean; acts: Act[] } | null;
};
