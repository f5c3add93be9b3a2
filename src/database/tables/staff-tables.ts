import type { Generated } from 'kysely';
import type { Identity, Timestamp } from './columns.ts';

export type Staff = {
  id: Identity;
  login: string;
  name: string;
  role: 'worker' | 'accountant' | 'owner';
  pin_hash: string | null;
  created_at: Timestamp;
  revoked_at: Timestamp | null;
};

export type StaffInvitations = {
  token_hash: Buffer;
  staff_id: number;
  created_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
};

export type StaffPasskeys = {
  id: string;
  staff_id: number;
  public_key: Buffer;
  counter: number;
  transports: string[];
  /** Whether the authenticator keeps a copy of the passkey elsewhere (WebAuthn backup state). */
  backed_up: boolean;
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
};

export type StaffChallenges = {
  hash: Buffer;
  purpose: 'sign-in' | 'enrol' | 'step-up';
  /** SHA-256 of the request or invitation that the response confirms; null: a sign-in. */
  bound: Buffer | null;
  expires_at: Timestamp;
};

export type DeskStations = {
  id: Identity;
  branch: string;
  name: string;
  token_hash: Buffer;
  enrolled_at: Timestamp;
  enrolled_by: string;
  /** When a tablet used the one-time link and became the station. */
  adopted_at: Timestamp | null;
  /** Until then, employees can sign in with a PIN, because a passkey opened the station for the day. */
  opened_until: Timestamp | null;
  /** The wrong PINs of all persons since a passkey opened the station. When a person enters the right PIN, that person's `StationPinFailures` are subtracted here and deleted. */
  wrong_pins: Generated<number>;
  closed_at: Timestamp | null;
};

export type StationPinFailures = { station_id: number; staff_id: number; count: number };

export type DeskSessions = {
  token_hash: Buffer;
  staff_id: number;
  station_id: number | null;
  by_pin: boolean;
  created_at: Timestamp;
  seen_at: Timestamp;
  expires_at: Timestamp;
  /** SHA-256 of the secret before the last renewal, valid until `earlier_until` for requests in flight. */
  earlier_hash: Buffer | null;
  earlier_until: Timestamp | null;
};

export type DeskLog = {
  id: Identity;
  at: Timestamp;
  actor: string;
  station: string | null;
  act: string;
  subject: Generated<string>;
  outcome: string;
  request_id: string;
  /** The idempotency key of an act that was done; null for refused acts, and for entries that have no key: uploads, reads, signing in and out, enrolments. */
  key: string | null;
};
