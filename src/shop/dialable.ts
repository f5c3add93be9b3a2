/** Returns a phone number without spaces and brackets, as URLs with `tel:` and `sms:` need it. */
export const dialable = (phone: string): string => phone.replace(/[^\d+]/g, '');
