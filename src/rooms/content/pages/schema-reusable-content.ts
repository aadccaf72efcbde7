// What can be done to reusable contents: texts that pages include.
import { type Static, Type } from 'typebox'
import { Id, OneOf, Told } from '../../../kit/http/operations/shapes.ts'
import { Body } from './schema.ts'

const Title = Type.String({ minLength: 1, maxLength: 255, description: 'The title of the reusable content' })
const ReusableContentId = Told(Id, 'Id of the reusable content')

export type InsertReusableContent = Static<typeof InsertReusableContent>
export const InsertReusableContent = Type.Object({
  operation: OneOf(['insert_reusable_content'], { description: 'Adds a text that pages can include' }),
  title: Title,
  document: Type.Optional(Body),
})

export type UpdateReusableContent = Static<typeof UpdateReusableContent>
export const UpdateReusableContent = Type.Object({
  operation: OneOf(['update_reusable_content'], {
    description: 'Changes the title or the text of a reusable content; omitted fields do not change',
  }),
  reusableContent: ReusableContentId,
  title: Type.Optional(Title),
  document: Type.Optional(Body),
  base: Type.Optional(
    Told(Id, 'The revision that the edit is based on, as for pages: later changes of others are merged'),
  ),
})

export type DeleteReusableContent = Static<typeof DeleteReusableContent>
export const DeleteReusableContent = Type.Object({
  operation: OneOf(['delete_reusable_content'], {
    description: 'Deletes a reusable content; pages that include it show nothing in its place',
  }),
  reusableContent: ReusableContentId,
})
