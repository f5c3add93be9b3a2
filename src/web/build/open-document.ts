/** Opens a page as a document of its own instead of in this one. Resolves never: this document is being left. */
export function openDocument(url: URL): Promise<never> {
  // Going back has changed the address already, and going to the same address with a # in it loads nothing.
  if (url.href === location.href) location.reload();
  else location.assign(url);
  return new Promise(() => {});
}
