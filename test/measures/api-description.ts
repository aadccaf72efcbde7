import type { OpenApiDocument } from '../../src/engines/openapi/document.ts'

/** A description with a little of everything that readers are shown. */
export const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pet store', version: '1.0' },
  servers: [
    { url: 'https://api.pets.example/v1', description: 'Production' },
    { url: 'https://{region}.pets.example/v1', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
  ],
  security: [{ token: [] }, { key: [] }],
  paths: {
    '/pets': {
      parameters: [{ $ref: '#/components/parameters/Trace' }],
      get: {
        operationId: 'listPets',
        summary: 'List pets',
        description:
          'All pets of the store, **newest first**. Pages hold at most 100; follow `next` for more.\n\n- Sold pets are left out\n- See [the guide](https://example.org/guide)',
        parameters: [
          {
            name: 'limit',
            in: 'query',
            description: 'How many to answer with',
            schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          },
          {
            name: 'status',
            in: 'query',
            description: 'Only pets in this state',
            schema: { type: 'array', items: { type: 'string', enum: ['available', 'pending', 'sold'] } },
          },
          {
            name: 'tag',
            in: 'query',
            deprecated: true,
            schema: { type: 'string' },
            description: 'Use `status` instead.',
          },
        ],
        responses: {
          200: {
            description: 'A page of pets',
            headers: { 'X-Rate-Limit': { description: 'Requests left in this hour' } },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['items'],
                  properties: {
                    items: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
                    next: { type: ['string', 'null'], description: 'Where the next page begins' },
                  },
                },
              },
            },
          },
          401: {
            description: 'No valid token',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
          429: { description: 'Too many requests' },
        },
      },
      post: {
        operationId: 'createPet',
        summary: 'Add a pet',
        description: 'The pet is for sale at once.',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/NewPet' } },
            'application/xml': { schema: { $ref: '#/components/schemas/NewPet' } },
          },
        },
        responses: {
          201: {
            description: 'The pet, with its id',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          400: {
            description: 'What was sent is not a pet',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        },
        callbacks: { sold: { '{$request.body#/notify}': { post: { summary: 'When it is sold' } } } },
      },
    },
    '/pets/{petId}': {
      delete: {
        summary: 'Remove a pet',
        deprecated: true,
        security: [],
        parameters: [
          { name: 'petId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        ],
        responses: { 204: { description: 'Gone' } },
      },
    },
  },
  webhooks: {
    petSold: {
      post: {
        summary: 'A pet was sold',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        responses: { 200: { description: 'Thank you' } },
      },
    },
  },
  components: {
    parameters: {
      Trace: {
        name: 'X-Trace',
        in: 'header',
        description: 'Comes back in the answer',
        schema: { type: 'string' },
      },
    },
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'Made in your account.' },
      key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    },
    schemas: {
      NewPet: {
        type: 'object',
        required: ['name', 'kind'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 64, description: 'What it is called' },
          kind: { $ref: '#/components/schemas/Kind' },
          owner: { $ref: '#/components/schemas/Person' },
          photos: { type: 'array', items: { type: 'string', format: 'uri' } },
          notify: { type: 'string', format: 'uri', description: 'Told when the pet is sold' },
        },
      },
      Pet: {
        allOf: [
          { $ref: '#/components/schemas/NewPet' },
          {
            type: 'object',
            required: ['id'],
            properties: {
              id: { type: 'string', format: 'uuid', readOnly: true },
              parents: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
              price: {
                oneOf: [
                  {
                    type: 'object',
                    title: 'Fixed',
                    properties: { type: { const: 'fixed' }, cents: { type: 'integer' } },
                  },
                  {
                    type: 'object',
                    title: 'Auction',
                    properties: {
                      type: { const: 'auction' },
                      from: { type: 'integer' },
                      ends: { type: 'string', format: 'date-time' },
                    },
                  },
                ],
              },
            },
          },
        ],
      },
      Kind: { type: 'string', enum: ['cat', 'dog', 'bird', 'fish'], description: 'Which kind of animal' },
      Person: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          email: { type: 'string', format: 'email' },
          address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
        },
      },
      Error: {
        type: 'object',
        required: ['message'],
        properties: { code: { type: 'integer' }, message: { type: 'string' } },
      },
    },
  },
} as unknown as OpenApiDocument

/** A page that shows all of it. */
export const PETS_PAGE = `Pets are what this store is about. The operations below are all that there is.

{% openapi-operation spec="pets" path="/pets" method="get" %}
x
{% endopenapi-operation %}

{% openapi-operation spec="pets" path="/pets" method="post" %}
x
{% endopenapi-operation %}

{% openapi-operation spec="pets" path="/pets/{petId}" method="delete" %}
x
{% endopenapi-operation %}

{% openapi-webhook spec="pets" name="petSold" method="post" %}
x
{% endopenapi-webhook %}

{% openapi-schemas spec="pets" schemas="Pet,Person" %}
x
{% endopenapi-schemas %}
`
