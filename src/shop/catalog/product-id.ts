/** What an id of a tire, a maker or a branch looks like. */
export const idPattern = /^[a-z0-9-]{1,120}$/;
