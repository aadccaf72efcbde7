// What people work on.
export type WorkTables = {
  recentPages: { userId: string; spaceId: string; pageId: string; openedAt: Date }
  presences: PresencesTable
}

type PresencesTable = {
  id: string
  userId: string
  spaceId: string
  pageId: string | null
  /** Its number. */
  changeRequest: number | null
  isEditing: boolean
  seenAt: Date
}
