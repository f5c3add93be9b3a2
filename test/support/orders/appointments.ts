/** A row of `fitting_bookings`: half an hour in the first bay at Ringtee, done, from this instant on. */
export function appointmentAt(startsAt: string) {
  const starts_at = new Date(startsAt);
  return {
    branch: 'ringtee',
    bay: 1,
    starts_at,
    ends_at: new Date(starts_at.getTime() + 30 * 60_000),
    vehicle: 'car' as const,
    wheels: 4,
    price_cents: 60_00,
    state: 'done' as const,
    channel: 'phone' as const,
    made_at: new Date(starts_at.getTime() - 24 * 60 * 60_000),
    made_by: 'staff:kati',
  };
}

/** The personal data of Jaan, who booked by phone. No other row of the database has these texts. */
export const jaansData = {
  name: 'Jaan Kivisild',
  phone: '+372 5999 8877',
  plate: '321 JKS',
  note: 'maasturi koodilukk',
};

export const textsOfJaan = ['Jaan Kivisild', '5999 8877', '321 JKS', 'koodilukk'];
