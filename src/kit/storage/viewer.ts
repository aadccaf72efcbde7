/** Whose eyes rows are read with. */
export type Viewer = {
  id: string
  /** Organizations that want another sign-in than theirs: as if they did not exist. */
  closedTo: readonly string[]
}
