/** Mail servers repeat the address that they refuse; neither the log nor the list of jobs needs it. */
export function withoutAddresses(message: string): string {
  return message.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…@…');
}
