/** Which states may follow which: the only description of a life that the code knows. */
export type Moves<State extends string> = Readonly<Record<State, readonly State[]>>;

export function mayMove<State extends string>(moves: Moves<State>, from: State, to: State): boolean {
  return moves[from].includes(to);
}
