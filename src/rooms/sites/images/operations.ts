import { operation } from '../../../kit/http/operations/operation.ts'
import { organization } from '../../people/organizations/access.ts'
import { addImage, imageAddress, takeImage } from './images.ts'
import { Image, NewImage } from './schema.ts'

export const operations = [
  operation({
    id: 'uploadImage',
    route: 'POST /v1/orgs/{organizationId}/images',
    summary: 'Upload an image for a site or a logo',
    description:
      'Answers an address to use in a customization or as the logo of the organization. Anyone who knows the address can see the image. Images that are used nowhere are deleted after a day.',
    section: 'Sites',
    on: organization,
    needs: 'createContent',
    body: NewImage,
    bodyLimit: 3 * 1024 * 1024,
    example: {
      image:
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    },
    status: 201,
    returns: Image,
    refuses: { 409: 'The organization uses 200 images already' },
    location: (made) => new URL(made.url).pathname,
    before: ({ ctx, body }) => takeImage(ctx, body.image),
    run: async ({ ctx, subject: { id }, brought }) => {
      const image = await addImage(ctx, id, brought)
      return { object: 'image' as const, url: imageAddress(ctx, image), contentType: image.type }
    },
  }),
]
