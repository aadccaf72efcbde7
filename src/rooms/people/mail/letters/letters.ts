import type { WriteContext } from '../../../../kit/domain/context.ts'
import type { Delivery } from '../letter.ts'
import type { QueuedMail } from '../schema.ts'
import { writeDirectoryInvitation } from './directory-invitation.ts'
import { writeEmailApproval, writeEmailChange, writeEmailChanged } from './email-change.ts'
import { writeInvitation } from './invitation.ts'
import { writeReset } from './reset.ts'
import { writeSecurityNotice } from './security-notice.ts'
import { writeSignInLink } from './sign-in-link.ts'

/** Writes a mail as things are now; undefined where it is no longer to be sent. A further kind of mail has its line here. */
export function writeLetter(ctx: WriteContext, mail: QueuedMail): Promise<Delivery | undefined> {
  switch (mail.kind) {
    case 'reset':
      return writeReset(ctx, mail)
    case 'sign-in-link':
      return writeSignInLink(ctx, mail)
    case 'invitation':
      return writeInvitation(ctx, mail)
    case 'email-change':
      return writeEmailChange(ctx, mail)
    case 'email-approval':
      return writeEmailApproval(ctx, mail)
    case 'directory-invitation':
      return writeDirectoryInvitation(ctx, mail)
    case 'email-changed':
      return writeEmailChanged(ctx, mail)
    case 'security-notice':
      return writeSecurityNotice(ctx, mail)
  }
}
