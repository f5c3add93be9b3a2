/** Whether PostgreSQL can keep the text: it takes neither the NUL character nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
