const emailAddress = /\S+@\S+/g;
/** `https://…`, `www.…`, or a link without a scheme that has a `?`, `#` or `&`, as `shop.example/success#TOKEN`: a pasted link to an order contains the buyer's token. */
const link = /\b(?:https?:\/\/|www\.)\S+|\S+\/\S*[?#&]\S+/gi;

/** Replaces e-mail addresses and links by `…`: customers can read printed papers on the counter. */
export function withoutAddresses(text: string): string {
  return text.replace(link, '…').replace(emailAddress, '…').trim();
}

export function lastNameOf(name: string): string {
  return withoutAddresses(name).split(/\s+/).at(-1) ?? '';
}
