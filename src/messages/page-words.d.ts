/** The words of one page in a language; see compile.ts. */
declare module '*.json?words=product' {
  const words: unknown;
  export default words;
}
