export const maxNoticePieces = 8;
