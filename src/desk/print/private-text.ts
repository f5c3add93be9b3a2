const emailAddress = /\S+@\S+/g;
/** Matches `https://…`, `www.…`, `shop.example/success#TOKEN`: a link to an order contains the buyer's token. */
const link = /\b(?:https?:\/\/|www\.)\S+|\S+\/\S*[?#&]\S+/gi;

/** Replaces e-mail addresses and links by `…`: customers can read printed papers on the counter. */
export function withoutAddresses(text: string): string {
  return text.replace(link, '…').replace(emailAddress, '…').trim();
}

export function lastNameOf(name: string): string {
  return withoutAddresses(name).split(/\s+/).at(-1) ?? '';
}
