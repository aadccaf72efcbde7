/** A file of a repository that is larger stays there: it is read into memory as one piece. */
export const MOST_FILE_BYTES = 100_000_000
