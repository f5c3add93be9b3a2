/** Error codes that are about our account or our customer numbers (EDIWheel A2 and C1; source: wdk, the association of the German rubber industry). */
const accountCodes = [907, 908, 913, 914, 915, 920, 924, 925, 926, 927, 930, 936, 937];

/** Returns the outcome that an error code gives the whole request. 0 and 1: the lines decide. 301 and 302: the supplier's system was not
 * reached. 901 to 950: our request is wrong. After others, such as 404 (partly processed) or 999, the supplier may have the order. */
export function outcomeOfHeadCode(code: number): 'see-lines' | 'unsent' | 'rejected' | 'unclear' {
  if (code === 0 || code === 1) return 'see-lines';
  if (code === 301 || code === 302) return 'unsent';
  return code >= 901 && code <= 950 ? 'rejected' : 'unclear';
}

/** Whether the code of a line is about our account, such as a credit limit, and so refuses the order, not the tire. */
export function isAccountCode(code: number): boolean {
  return accountCodes.includes(code);
}

/** Whether the code of a line refuses the tire or its quantity. */
export function refusesLine(code: number): boolean {
  return code >= 901 && code <= 950 && !isAccountCode(code);
}
