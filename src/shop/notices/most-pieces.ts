/** The most pieces that a request to be told of stock can wait for. */
export const mostPieces = 8;
