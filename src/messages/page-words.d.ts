/** The words of one page in a language; see compile.ts. */
declare module '*.json?words=product' {
  const words: unknown;
  export default words;
}

declare module '*.json?words=compare' {
  const words: unknown;
  export default words;
}

declare module '*.json?words=order' {
  const words: unknown;
  export default words;
}

declare module '*.json?words=success' {
  const words: unknown;
  export default words;
}

declare module '*.json?words=withdrawal' {
  const words: unknown;
  export default words;
}
declare module '*.json?words=label' {
  const words: unknown;
  export default words;
}
