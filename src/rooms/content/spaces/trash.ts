const RETENTION = 7 * 24 * 60 * 60 * 1000

/** When a space that was deleted at a time is gone for good. */
export function purgeTime(deletedAt: Date) {
  return new Date(deletedAt.getTime() + RETENTION)
}

/** Spaces deleted at this time or before are gone for good now. */
export function purgeableBefore(now: Date) {
  return new Date(now.getTime() - RETENTION)
}
