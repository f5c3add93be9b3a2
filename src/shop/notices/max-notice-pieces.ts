/** The most pieces that a stock notice can wait for. */
export const maxNoticePieces = 8;
