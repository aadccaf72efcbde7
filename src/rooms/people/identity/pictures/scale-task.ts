import type { ProfilePicture } from '../../../../engines/pictures/profile-picture.ts'
import type { Task } from '../../../../world/threads/threads.ts'

/** In a process of its own: it takes apart files that strangers wrote. */
export const scalePictureTask: Task<Uint8Array, ProfilePicture> = {
  name: 'identity.scale-picture',
  lane: 'pictures',
  isApart: true,
  work: async (bytes) =>
    (await import('../../../../engines/pictures/profile-picture.ts')).profilePicture(bytes),
  isUsedUp: async () => (await import('../../../../engines/pictures/profile-picture.ts')).isUsedUp(),
}
